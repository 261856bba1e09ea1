package dev.muster.cli.session;

import module java.base;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.report.Printable;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.conversation.QuestionContext;
import org.jspecify.annotations.Nullable;

/** The human user at the terminal: one question at a time, while nothing else is printed. */
final class TerminalUser implements HumanUsers {

    private static final String ERASE_LINE = "\r\u001b[2K";

    private final BufferedReader in;
    private final PrintStream out;
    private final Screen screen;
    /** What is typed; empty when the terminal is closed. */
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
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
        lines.removeIf(Optional::isPresent); // typed before the question
        out.println(ERASE_LINE + "? [" + Printable.line(asker.testId()) + "] " + Printable.line(asker.where())
                + " waits for an answer");
        Printable.text(question).lines().forEach(line -> out.println("  Agent: " + line));
        if (hint != null) {
            out.println("  Hint:  " + Printable.line(hint));
        }
        out.print("  You (" + Durations.text(timeout) + ", an empty line for no answer): ");
        out.flush();
        var line = lines.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            out.println();
            out.println("  No answer in time.");
            return Optional.empty();
        }
        if (line.isEmpty()) {
            over = true;
            out.println();
        }
        return line.map(String::strip).filter(answer -> !answer.isEmpty());
    }

    /** A read of the terminal can't be cancelled: one thread reads for all questions. */
    private void listen() {
        if (reading == null) {
            screen.onLeave(() -> lines.add(Optional.empty()));
            reading = Thread.ofPlatform().daemon().name("terminal").start(this::readLines);
        }
    }

    private void readLines() {
        try {
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(Optional.of(line));
            }
        } catch (IOException e) {
            out.println("the terminal can't be read: " + e.getMessage());
        }
        lines.add(Optional.empty());
    }
}
