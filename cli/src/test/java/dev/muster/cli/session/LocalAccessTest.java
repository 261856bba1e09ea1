package dev.muster.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import module java.base;
import dev.muster.coordinator.run.WorkerNeeds;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests what a run in this process needs, and is refused without. */
class LocalAccessTest {

    private static final Set<String> HERE = Set.of("A");

    @Test
    void onlyTheVariablesThatAreMissingAreNamedAndNoWorkers() {
        assertThat(refusal("A", "B")).isEqualTo("the environment variable B is not set, and this run needs it; set it,"
                + " or name a file of NAME=value lines with --env-file");
        assertThat(refusal("C", "B")).startsWith("the environment variables B, C are not set");
    }

    @Test
    void whatIsThereIsNotMissed() {
        assertThatCode(() -> LocalAccess.check(new WorkerNeeds(Set.of("A"), Set.of("allow-commands")), HERE, true))
                .doesNotThrowAnyException();
    }

    private static String refusal(String... names) {
        ThrowingCallable check = () -> LocalAccess.check(new WorkerNeeds(Set.of(names), Set.of("allow-commands")),
                HERE, true);
        return String.valueOf(catchThrowableOfType(BadInput.class, check).getMessage());
    }
}
