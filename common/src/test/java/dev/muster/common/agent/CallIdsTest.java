package dev.muster.common.agent;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class CallIdsTest {

    @Test
    void idsAreDifferentRandomUuids() {
        var ids = Stream.generate(CallIds::next).limit(10_000).toList();

        assertThat(ids).doesNotHaveDuplicates().allSatisfy(id -> {
            assertThat(UUID.fromString(id).version()).isEqualTo(4);
            assertThat(UUID.fromString(id).variant()).isEqualTo(2);
        });
    }
}
