package dev.muster.system.command;

import static dev.muster.system.command.FailingAgent.absent;
import static dev.muster.system.command.FailingAgent.failed;
import static dev.muster.system.command.FailingAgent.passed;
import static dev.muster.system.command.FailingAgent.timeout;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.system.command.FailingAgent.Wanted;

/**
 * Programs that break, as agents in both modes. Each notes its id and those of its children.
 *
 * @param folder of the project
 */
record BrokenPrograms(Path folder) {

    private static final String LIMIT = "2s";
    private static final String READ = "read line; ";
    private static final String SAY = "echo '{\"text\": \"All is well\"}'; ";
    private static final String WAIT = "while read line; do :; done; ";
    private static final String STAY = "sleep 300";
    private static final String CHILD = STAY + " & echo $! >> \"$NOTES\"; ";
    /** Long lines reach the bound on bytes sooner than short ones that on lines. */
    private static final String CHATTER = "exec yes $(printf %01000d 0)";

    /** How agents are asked, and what a sound one does after its answer. */
    private enum Mode {
        TURN(""),
        SESSION(WAIT);

        private final String after;

        Mode(String after) {
            this.after = after;
        }

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    List<FailingAgent> cases() throws IOException {
        var cases = new ArrayList<FailingAgent>();
        for (var mode : Mode.values()) {
            ways(mode).forEach((how, way) -> cases.add(shell(mode, how, way)));
            cases.add(agent(mode, "nowhere", List.of("no-such-program", "x"),
                    absent("program no-such-program")));
            cases.add(file(mode, "not-executable", "#!/bin/sh\n", false, "not executable"));
            cases.add(file(mode, "no-interpreter", "#!/no/such/interpreter\n", true, "could not be started: "));
            Files.createDirectories(folder.resolve("a-folder"));
            cases.add(agent(mode, "a-folder", List.of("./a-folder"), absent("./a-folder ")));
        }
        return cases;
    }

    /** Returns the commands of the programs, and of what these started, that still run. */
    List<String> running() throws IOException {
        var running = new ArrayList<String>();
        try (var files = Files.list(folder.resolve("notes"))) {
            for (var file : files.toList()) {
                for (var pid : Files.readAllLines(file)) {
                    // a process that was killed and not yet waited for still has its id, and no command line
                    ProcessHandle.of(Long.parseLong(pid.strip())).flatMap(process -> process.info().commandLine())
                            .ifPresent(command -> running.add(file.getFileName() + ": " + command));
                }
            }
        }
        return running;
    }

    /** A shell script, and what has to become of it. */
    private record Way(String script, Wanted wanted) {}

    private static Map<String, Way> ways(Mode mode) {
        boolean turn = mode == Mode.TURN;
        var before = turn ? "" : " before it answered";
        var ways = new LinkedHashMap<String, Way>();
        ways.put("sound", new Way(READ + SAY + mode.after, passed()));
        ways.put("exit-1", new Way(READ + "echo 'no model x' >&2; exit 1",
                ended("ended with exit code 1" + before + ": no model x")));
        ways.put("exit-255", new Way(READ + "exit 255", ended("ended with exit code 255" + before)));
        ways.put("exit-127", new Way(READ + "no-such-tool", ended("ended with exit code 127" + before)));
        ways.put("killed", new Way(READ + "kill -9 $$", ended("was killed by signal 9" + before)));
        ways.put("ended", new Way(READ + "kill -15 $$", ended("was killed by signal 15" + before)));
        ways.put("empty", new Way(READ, ended(turn ? "printed nothing" : "ended with exit code 0 before it answered")));
        ways.put("garbage", turn ? new Way("echo hello?", passed())
                : new Way(READ + "echo hello?; " + WAIT, ended("wrote a line that is not a JSON object: hello?")));
        ways.put("elsewhere", new Way(READ + "echo '{\"answer\": 1}'; " + mode.after,
                failed("").naming("the answer has no 'text': {\"answer\":1}")));
        ways.put("declared", new Way(READ + "echo '{\"error\": \"no model\"}'; " + mode.after, failed("no model")));
        ways.put("hanging", new Way(STAY, timeout(LIMIT)));
        ways.put("hanging-with-child", new Way(CHILD + "(" + CHILD + ") ; " + STAY, timeout(LIMIT)));
        ways.put("hanging-deaf", new Way("trap '' TERM INT HUP; while :; do sleep 1; done", timeout(LIMIT)));
        ways.put("chatter", new Way(CHATTER, turn ? ended("printed more than an answer may have")
                : ended("wrote a line")));
        ways.put("chatter-line", new Way("yes | tr -d '\\n'", ended("printed more than an answer may have")));
        ways.put("chatter-errors", new Way("yes >&2", timeout(LIMIT)));
        ways.put("chatter-after", new Way(READ + SAY + CHATTER, turn ? ended("printed more than an answer may have")
                : passed()));
        ways.put("chatter-errors-after",
                new Way(READ + SAY + (turn ? "yes >&2" : "yes >&2 & echo $! >> \"$NOTES\"; " + WAIT),
                        turn ? timeout(LIMIT) : passed()));
        ways.put("child-holds-output", new Way(READ + CHILD + SAY + mode.after, passed()));
        ways.put("child-outlives", new Way(READ + STAY + " >/dev/null 2>&1 & echo $! >> \"$NOTES\"; " + SAY
                + mode.after, passed()));
        ways.put("output-closed", new Way(READ + SAY + "exec >&-; " + STAY, passed()));
        ways.put("output-closed-early", new Way(READ + "exec >&-; " + STAY,
                ended("closed its output" + before + ", did not end, and was killed")));
        ways.put("deaf-to-the-end", new Way(READ + SAY + (turn ? "" : STAY), passed()));
        return ways;
    }

    private static Wanted ended(String how) {
        return failed("/bin/sh -c ").naming(how);
    }

    private FailingAgent shell(Mode mode, String how, Way way) {
        return agent(mode, how, List.of("/bin/sh", "-c", "NOTES=" + notes(mode, how) + "; echo $$ > \"$NOTES\"; "
                + way.script), way.wanted);
    }

    private FailingAgent file(Mode mode, String name, String text, boolean executable, String why) throws IOException {
        var file = folder.resolve(name);
        Files.writeString(file, text);
        if (file.toFile().setExecutable(executable)) {
            return agent(mode, name, List.of("./" + name), absent("./" + name).naming(why));
        }
        throw new IOException(name + " can't be made executable");
    }

    private FailingAgent agent(Mode mode, String how, List<String> words, Wanted wanted) {
        return new FailingAgent("command " + mode.text() + " " + how, "{ protocol: command, mode: " + mode.text()
                + ", command: " + Json.MAPPER.valueToTree(words) + " }",
                wanted.begins().startsWith("timeout") ? LIMIT : "", wanted,
                () -> Files.exists(notes(mode, how)) ? 1 : 0);
    }

    private Path notes(Mode mode, String how) {
        return folder.resolve("notes").resolve(mode.text() + "-" + how);
    }
}
