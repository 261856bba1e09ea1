package dev.muster.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.WorkerMessage.Hello;
import org.junit.jupiter.api.Test;

class WorkerNeedsTest {

    private static final WorkerNeeds BOTH = new WorkerNeeds(Set.of("B", "A"), Set.of(Hello.ALLOW_COMMANDS));

    @Test
    void aWorkerNeedsEveryVariableAndEverySwitch() {
        assertThat(BOTH.metBy(hello(Set.of("A", "B", "C"), Set.of(Hello.ALLOW_COMMANDS)))).isTrue();
        assertThat(BOTH.metBy(hello(Set.of("A", "B"), Set.of()))).isFalse();
        assertThat(BOTH.metBy(hello(Set.of("A"), Set.of(Hello.ALLOW_COMMANDS)))).isFalse();
    }

    @Test
    void whatIsLackingIsNamed() {
        assertThat(new WorkerNeeds(Set.of("B", "A"), Set.of()).lacking())
                .isEqualTo("offers the environment variables A, B that this run needs; set them where workers start, "
                        + "and offer them with --env A,B");
        assertThat(new WorkerNeeds(Set.of(), Set.of(Hello.ALLOW_COMMANDS)).lacking()).isEqualTo(
                "was started with --allow-commands, which the hooks or scripts of this run need");
        assertThat(BOTH.lacking()).isEqualTo("offers the environment variables A, B (--env) and was started with "
                + "--allow-commands, which the hooks or scripts of this run need");
    }

    @Test
    void onlyWhatIsMissingIsNamed() {
        var worker = hello(Set.of("A"), Set.of(Hello.ALLOW_COMMANDS));

        assertThat(BOTH.unmetBy(List.of(worker)).lacking())
                .isEqualTo("offers the environment variable B that this run needs; set it where workers start, and "
                        + "offer it with --env B");
        assertThat(BOTH.unmetBy(List.of(worker, hello(Set.of("B"), Set.of())))).isEqualTo(BOTH);
    }

    private static Hello hello(Set<String> env, Set<String> switches) {
        return new Hello("f", 1, "w", "i", 1, 1, env, switches);
    }
}
