package dev.muster.common.agent.program;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.DocumentReply;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CommandConfig.Mode;
import dev.muster.common.process.Bubblewrap;
import dev.muster.common.process.Command;
import dev.muster.common.process.LineProcess;
import dev.muster.common.process.ProcessOutput;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.HeavyWork;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A program as an agent: a process for each turn, or one for each conversation. */
public final class ProgramAgent implements DocumentAgent {

    /** Exit codes of {@code setsid}, and of shells, for a file that is no program. */
    private static final int CANNOT_RUN = 126;
    private static final int NOT_FOUND = 127;
    private static final String LAUNCHER = "setsid: ";
    /** With it Python and shells end that can't read the file that they shall run. */
    private static final int NO_SUCH_FILE = 2;
    /** An exit code above stands for a signal. */
    private static final int SIGNALLED = 128;
    private static final int LAST_SIGNAL = 64;

    private final CommandConfig config;
    private final Command command;
    private final PrintedAnswer printed;
    private final Map<String, LineProcess> open = new ConcurrentHashMap<>();

    /**
     * @param folder its working folder
     * @param environment its complete environment
     * @param sandbox where it runs; null for none
     */
    public ProgramAgent(CommandConfig config, Path folder, Map<String, String> environment,
            @Nullable Bubblewrap sandbox) {
        this.config = config;
        var complete = new HashMap<>(environment);
        // Python holds back what it writes to a pipe, and reads the locale for its encoding
        complete.putIfAbsent("PYTHONUNBUFFERED", "1");
        complete.putIfAbsent("PYTHONIOENCODING", "utf-8");
        this.command = new Command(config.words(), folder, complete, "", Duration.ZERO,
                PrintedAnswer.BOUNDS.eventBytes(), sandbox);
        this.printed = new PrintedAnswer(command.shown());
    }

    @Override
    public DocumentReply ask(String conversationId, ObjectNode document, boolean helper, Deadline deadline)
            throws InterruptedException {
        var by = limited(deadline);
        if (by.passed()) {
            return new DocumentReply.Failed(AgentFailure.Timeout.after(by, name()));
        }
        var absent = opened(conversationId);
        var process = open.remove(conversationId);
        if (process == null) {
            return Objects.requireNonNull(absent);
        }
        boolean kept = false;
        try {
            var lines = new ArrayList<String>();
            var answer = config.mode() == Mode.SESSION ? unrequested(process, lines) : null;
            if (answer == null) {
                process.send(document.toString());
                answer = config.mode() == Mode.TURN ? wholeAnswer(process, by, lines, helper)
                        : line(next(process, by), process, by, lines);
            }
            if (answer instanceof DocumentReply.Failed(var failure, _, _)) {
                process.kill(); // so that all it wrote to standard error is there
                return new DocumentReply.Failed(failure, lines, process.errors());
            }
            kept = config.mode() == Mode.SESSION;
            return answer;
        } finally {
            if (kept) {
                open.put(conversationId, process);
            } else {
                process.kill();
            }
        }
    }

    @Override
    public @Nullable DocumentReply exchange(String conversationId, List<String> sent, String lastWords, Duration atMost,
            Deadline by) throws InterruptedException {
        var absent = opened(conversationId);
        var process = open.remove(conversationId);
        if (process == null) {
            return Objects.requireNonNull(absent);
        }
        boolean kept = true;
        var lines = new ArrayList<String>();
        try {
            sent.forEach(process::send);
            var output = process.next(atMost.compareTo(by.left()) < 0 ? atMost : by.left()).orElse(null);
            if (output == null && !by.passed()) {
                return null;
            }
            kept = false;
            var answer = line(output, process, by, lines);
            if (!(answer instanceof DocumentReply.Failed(var failure, _, _))) {
                kept = true;
            } else if (!(failure instanceof AgentFailure.Timeout)) {
                process.kill(); // so that all it wrote to standard error is there
                return new DocumentReply.Failed(failure, lines, process.errors());
            }
            return answer;
        } catch (InterruptedException e) {
            kept = false;
            throw e;
        } finally {
            if (kept) {
                open.put(conversationId, process);
            } else {
                process.send(lastWords);
                process.close();
            }
        }
    }

    @Override
    public Deadline limited(Deadline deadline) {
        return config.timeout() == null ? deadline : deadline.within(config.timeout());
    }

    /** Starts the program for a conversation unless it runs; returns why that can't be; null when it runs. */
    private @Nullable DocumentReply opened(String conversationId) {
        if (open.containsKey(conversationId)) {
            return null;
        }
        var missing = missing();
        if (missing != null) {
            return absent(missing);
        }
        try {
            open.put(conversationId, LineProcess.start(command));
            return null;
        } catch (IOException e) {
            return absent(command.shown() + " could not be started: "
                    + OneLine.ofMessage(String.valueOf(e.getMessage())));
        }
    }

    @Override
    public String name() {
        return command.shown();
    }

    @Override
    public void hangUp(String conversationId) {
        var process = open.remove(conversationId);
        if (process != null) {
            process.close();
        }
    }

    /** Returns why the program can't be started, as far as its file shows; null when it can. */
    private @Nullable String missing() {
        var program = command.words().getFirst();
        if (!program.contains(File.separator)) {
            return Stream.of(command.environment().getOrDefault("PATH", "").split(File.pathSeparator))
                    .map(folder -> Path.of(folder, program)).anyMatch(ProgramAgent::canRun) ? null
                            : "program " + program + " is not on the PATH; one of the project is ./" + program;
        }
        var file = command.folder().resolve(program);
        return canRun(file) ? null
                : !Files.exists(file) ? "program " + program + " is not in the project's folder"
                        : program + (Files.isDirectory(file) ? " is a folder"
                                : " is not executable; chmod +x makes it so");
    }

    private static boolean canRun(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /** Returns the failure of a process that did something before its request; null when it did nothing. */
    private @Nullable DocumentReply unrequested(LineProcess process, List<String> lines) throws InterruptedException {
        return switch (process.next(Duration.ZERO).orElse(null)) {
            case null -> null;
            case ProcessOutput.Line(var line, _) -> {
                lines.add(line);
                yield printed.failed("wrote a line before it was asked, or a second one: " + OneLine.ofMessage(line)
                        + PrintedAnswer.LOGS);
            }
            case ProcessOutput.TooMuch _ -> printed.tooMuch();
            case ProcessOutput.End(var code) -> ended(process, code);
        };
    }

    /** Returns null if nothing comes; the deadline may move while this waits. */
    private static @Nullable ProcessOutput next(LineProcess process, Deadline by) throws InterruptedException {
        ProcessOutput output;
        do { // what is there already is read, however late it is
            output = process.next(by.left()).orElse(null);
        } while (output == null && !by.passed());
        return output;
    }

    /** Reads to the end of the process. */
    private DocumentReply wholeAnswer(LineProcess process, Deadline by, List<String> lines, boolean helper)
            throws InterruptedException {
        process.closeInput();
        long characters = 0;
        while (true) {
            switch (next(process, by)) {
                case null -> {
                    return new DocumentReply.Failed(late(by, process));
                }
                case ProcessOutput.Line(var line, _) -> {
                    lines.add(lines.isEmpty() ? AnswerJson.withoutMark(line) : line);
                    characters += line.length();
                    if (characters > PrintedAnswer.BOUNDS.bytes() || lines.size() > PrintedAnswer.BOUNDS.events()) {
                        return printed.tooMuch();
                    }
                }
                case ProcessOutput.TooMuch _ -> {
                    return printed.tooMuch();
                }
                case ProcessOutput.End(var code) -> {
                    if (code == null ? lines.isEmpty() : code != 0) {
                        return ended(process, code);
                    }
                    var errors = process.errors();
                    var large = characters > HeavyWork.CHARACTERS;
                    return parsed(characters, by, () -> printed.whole(lines, errors, large, helper));
                }
            }
        }
    }

    private DocumentReply line(@Nullable ProcessOutput output, LineProcess process, Deadline by, List<String> lines)
            throws InterruptedException {
        return switch (output) {
            case null -> new DocumentReply.Failed(late(by, process));
            case ProcessOutput.Line(var line, _) -> {
                lines.add(line);
                var errors = process.errors();
                yield parsed(line.length(), by, () -> printed.line(line, errors));
            }
            case ProcessOutput.TooMuch _ -> printed.tooMuch();
            case ProcessOutput.End(var code) -> ended(process, code);
        };
    }

    private DocumentReply parsed(long characters, Deadline by, HeavyWork.Work<DocumentReply, RuntimeException> parsing)
            throws InterruptedException {
        try {
            return HeavyWork.run(characters > HeavyWork.CHARACTERS, by, parsing);
        } catch (HeavyWork.OutOfTime e) {
            return new DocumentReply.Failed(AgentFailure.Timeout.after(by, name()));
        }
    }

    private DocumentReply ended(LineProcess process, @Nullable Integer code) throws InterruptedException {
        var words = process.lastWords();
        if (code != null && (code == CANNOT_RUN || code == NOT_FOUND) && words.startsWith(LAUNCHER)) {
            return absent(command.shown() + " could not be started: " + OneLine.ofMessage(words));
        }
        return printed.failed((code == null ? "closed its output"
                : code > SIGNALLED && code <= SIGNALLED + LAST_SIGNAL ? "was killed by signal " + (code - SIGNALLED)
                        : "ended with exit code " + code)
                + (config.mode() == Mode.SESSION ? " before it answered" : "")
                + (code == null ? ", did not end, and was killed" : "")
                + (words.isEmpty() ? ", and wrote nothing to standard error" : ": " + OneLine.ofMessage(words))
                + (code != null && code == NO_SUCH_FILE
                        && (words.contains("can't open") || words.contains("No such file"))
                                ? "; check 'command' and 'cwd'" : ""));
    }

    /** The program can't run: a retry would not help. */
    private static DocumentReply absent(String why) {
        return new DocumentReply.Failed(new AgentFailure.Refused(0, "agent unreachable: " + why));
    }

    /** Returns the failure of a program that hangs. */
    private AgentFailure late(Deadline by, LineProcess process) throws InterruptedException {
        var words = process.lastWords();
        return new AgentFailure.Timeout(AgentFailure.Timeout.after(by, name()).text() + "; " + (words.isEmpty()
                ? "it wrote nothing to standard error" : "the last line of standard error is: "
                        + OneLine.ofMessage(words))
                + (config.mode() == Mode.SESSION
                        ? "; a program that reads standard input to its end needs mode: turn"
                        : ""));
    }
}
