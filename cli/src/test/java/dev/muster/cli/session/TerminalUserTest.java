package dev.muster.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.worker.conversation.QuestionContext;
import org.junit.jupiter.api.Test;

final class TerminalUserTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);
    private final Screen screen = new Screen();

    @Test
    void aQuestionShowsWhoAsksWhatAndTheHint() throws Exception {
        try (var typed = new PipedWriter(); var in = new BufferedReader(new PipedReader(typed))) {
            var people = new TerminalUser(in, out, screen);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var answer = threads.submit(
                        () -> people.ask(new QuestionContext("T001", "shop", "cheap", 1), "How\u001b[2J much?",
                                "e.g. $5", LONG));
                awaitWritten("You (");
                typed.write(" $250 \n");
                typed.flush();

                assertThat(answer.get()).contains("$250");
            }
        }
        assertThat(text()).contains("? [T001] shop / cheap · repeat 2 waits")
                .contains("Agent: How␛[2J much?").contains("Hint:  e.g. $5").contains("5m");
    }

    @Test
    void nobodyAtTheTerminalIsNoAnswerNowAndLater() throws Exception {
        var people = new TerminalUser(new BufferedReader(new StringReader("")), out, screen);

        assertThat(people.ask(asker("a"), "?", null, LONG)).isEmpty();
        assertThat(people.ask(asker("b"), "?", null, LONG)).isEmpty();
        assertThat(text()).doesNotContain("[b]");
    }

    @Test
    void aPersonWhoIsTooLateIsToldSo() throws Exception {
        try (var typed = new PipedWriter(); var in = new BufferedReader(new PipedReader(typed))) {
            var people = new TerminalUser(in, out, screen);

            assertThat(people.ask(asker("a"), "?", null, Duration.ofMillis(20))).isEmpty();
        }
        assertThat(text()).contains("No answer in time.");
    }

    @Test
    void whoLeavesGivesTheOpenQuestionUpAndIsAskedNoOther() throws Exception {
        try (var typed = new PipedWriter();
                var in = new BufferedReader(new PipedReader(typed));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var people = new TerminalUser(in, out, screen);
            var first = threads.submit(() -> people.ask(asker("a"), "?", null, LONG));
            var second = threads.submit(() -> people.ask(asker("a"), "?", null, LONG));
            awaitWritten("You (");

            screen.leave();

            assertThat(first.get()).isEmpty();
            assertThat(second.get()).isEmpty();
            screen.write(() -> out.println("the end"));
        }
        assertThat(text()).containsOnlyOnce("You (").endsWith("the end\n");
    }

    @Test
    void questionsOfSeveralCasesNeverMix() throws Exception {
        try (var typed = new PipedWriter();
                var in = new BufferedReader(new PipedReader(typed));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var people = new TerminalUser(in, out, screen);
            var answers = new ArrayList<Future<Optional<String>>>();
            for (int n = 0; n < 5; n++) {
                var id = "T" + n;
                answers.add(threads.submit(() -> people.ask(asker(id), "question of " + id, null, LONG)));
            }
            for (int n = 1; n <= 5; n++) {
                awaitQuestions(n);
                typed.write("answer to " + asked() + "\n");
                typed.flush();
            }

            for (int n = 0; n < 5; n++) {
                assertThat(answers.get(n).get()).contains("answer to T" + n);
            }
        }
    }

    private static QuestionContext asker(String id) {
        return new QuestionContext(id, "shop", null, 0);
    }

    /** Returns the id of the last question on the screen. */
    private String asked() {
        var last = text().substring(text().lastIndexOf("? [") + 3);
        return last.substring(0, last.indexOf(']'));
    }

    private void awaitQuestions(int count) {
        while (text().split("You \\(", -1).length - 1 < count) {
            Thread.onSpinWait();
        }
    }

    private void awaitWritten(String words) {
        while (!text().contains(words)) {
            Thread.onSpinWait();
        }
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
