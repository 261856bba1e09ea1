package dev.muster.cli.session;

import module java.base;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.report.Printable;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.conversation.QuestionContext;
import org.jspecify.annotations.Nullable;

/** Coordinates output to the terminal: a question stands alone until it is answered. */
public final class Screen {

    private final ReentrantLock turn = new ReentrantLock(true);
    private final CompletableFuture<Void> left = new CompletableFuture<>();

    /** An action during which nothing else is written. */
    @FunctionalInterface
    interface Turn<T, E extends Exception> {
        T take() throws E, InterruptedException;
    }

    void write(Runnable words) throws InterruptedException {
        var _ = alone(() -> {
            words.run();
            return turn;
        });
    }

    /** The user leaves: open questions are given up, and no more are asked. Safe on any thread. */
    void leave() {
        left.complete(null);
    }

    boolean isLeft() {
        return left.isDone();
    }

    /** Runs the action when the user leaves; at once if that has happened. */
    void onLeave(Runnable then) {
        var _ = left.thenRun(then);
    }

    <T, E extends Exception> T alone(Turn<T, E> what) throws E, InterruptedException {
        turn.lockInterruptibly();
        try {
            return what.take();
        } finally {
            turn.unlock();
        }
    }

    /** The human user at the terminal: asked one question at a time, while nothing else is printed. */
    static final class TerminalUser implements HumanUsers {

        private static final String ERASE_LINE = "\r\u001b[2K";

        private final BufferedReader in;
        private final PrintStream out;
        private final Screen screen;
        private final BlockingQueue<Heard> lines = new LinkedBlockingQueue<>();
        private @Nullable Thread reading;
        private boolean over;

        TerminalUser(BufferedReader in, PrintStream out, Screen screen) {
            this.in = in;
            this.out = out;
            this.screen = screen;
        }

        /** An empty line is not an answer. */
        @Override
        public Optional<String> ask(QuestionContext asker, String question, @Nullable String hint, Duration timeout)
                throws InterruptedException {
            return screen.alone(() -> askAlone(asker, question, hint, timeout));
        }

        private Optional<String> askAlone(QuestionContext asker, String question, @Nullable String hint,
                Duration timeout)
                throws InterruptedException {
            if (over || screen.isLeft()) {
                return Optional.empty();
            }
            listen();
            lines.removeIf(Heard.Line.class::isInstance); // typed before the question
            out.println(ERASE_LINE + "? [" + Printable.line(asker.testId()) + "] " + Printable.line(asker.where())
                    + " waits for an answer");
            Printable.text(question).lines().forEach(line -> out.println("  Agent: " + line));
            if (hint != null) {
                out.println("  Hint:  " + Printable.line(hint));
            }
            out.print("  You (" + Durations.text(timeout) + ", an empty line for no answer): ");
            out.flush();
            return heard(lines.poll(timeout.toMillis(), TimeUnit.MILLISECONDS));
        }

        private Optional<String> heard(@Nullable Heard heard) {
            return switch (heard) {
                case null -> {
                    out.println();
                    out.println("  No answer in time.");
                    yield Optional.empty();
                }
                case Heard.Nobody nobody -> {
                    over = true;
                    out.println();
                    yield Optional.empty();
                }
                case Heard.Line(var text) -> Optional.of(text.strip()).filter(answer -> !answer.isEmpty());
            };
        }

        /** An event from the terminal. */
        private sealed interface Heard {

            record Line(String text) implements Heard {}

            /** The terminal is closed. */
            record Nobody() implements Heard {}
        }

        /** A read of the terminal can't be cancelled: one thread reads for all questions. */
        private void listen() {
            if (reading == null) {
                screen.onLeave(() -> lines.add(new Heard.Nobody()));
                reading = Thread.ofPlatform().daemon().name("terminal").start(this::readLines);
            }
        }

        private void readLines() {
            try {
                for (var line = in.readLine(); line != null; line = in.readLine()) {
                    lines.add(new Heard.Line(line));
                }
            } catch (IOException e) {
                out.println("the terminal can't be read: " + e.getMessage());
            }
            lines.add(new Heard.Nobody());
        }
    }
}
