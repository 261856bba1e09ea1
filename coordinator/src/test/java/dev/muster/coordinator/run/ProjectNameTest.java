package dev.muster.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProjectNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " shop", "shop ", "a\nb", "a\u0000b", "a\u200Bb", "a\u202Eb", "a\u2028b",
        "a\u001b[31mb"})
    void whatMisleadsIsNoName(String name) {
        assertThat(ProjectName.trouble(name)).isPresent();
        assertThat(ProjectName.trouble(ProjectName.of(name))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", "octo/shop", "/home/me/the shop", "C:\\work\\shop", "Prüfstand 東京",
        "https://git.example/a.git"})
    void otherNamesStayAsTheyAre(String name) {
        assertThat(ProjectName.trouble(name)).isEmpty();
        assertThat(ProjectName.of(name)).isEqualTo(name);
    }

    @Test
    void aLongNameKeepsItsEndAndIsToldFromOthers() {
        var folder = "/" + "ä".repeat(3_000) + "/shop";

        assertThat(ProjectName.trouble(folder)).get().asString().contains("bytes in UTF-8; give it at most 500");
        assertThat(ProjectName.of(folder)).contains("/shop-").isNotEqualTo(ProjectName.of("/x" + folder));
        assertThat(ProjectName.of(folder).getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(ProjectName.LONGEST);
        assertThat(ProjectName.of("a\nb")).startsWith("a_b-").isNotEqualTo(ProjectName.of("a\rb"));
    }

    @Test
    void aFolderIsShownByItsLastPart() {
        assertThat(ProjectName.shown("/home/me/shop")).isEqualTo("shop");
        assertThat(ProjectName.shown("C:\\work\\shop")).isEqualTo("shop");
        assertThat(ProjectName.shown("octo/shop")).isEqualTo("octo/shop");
    }
}
