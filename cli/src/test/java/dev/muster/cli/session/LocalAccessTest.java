package dev.muster.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import module java.base;
import dev.muster.coordinator.run.WorkerNeeds;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    void aLineThatNeedsAVariableIsNamed(@TempDir Path folder) throws IOException {
        var config = Files.writeString(folder.resolve("muster.yaml"),
                "agents:\n# ${ENV.B}\n  a: { url: '${ENV.B}' }\n");

        assertThat(LocalAccess.unset(new WorkerNeeds(Set.of("B"), Set.of()), HERE, VariableUse.in(config, folder)))
                .hasValueSatisfying(sentence -> assertThat(sentence).startsWith(
                        "the environment variable B is not set, and this run needs it (muster.yaml:3); set it, or"));
        assertThat(VariableUse.in(folder.resolve("none"), folder)).isEmpty();
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
