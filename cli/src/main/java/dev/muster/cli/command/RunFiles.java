package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.suite.input.DialectMarks;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.project.ProjectReader;

/** The files that a run reads and writes, as its options name them. */
record RunFiles(List<String> inputs, List<Path> outputs, CommandContext here) {

    /** Refuses outputs that would replace a suite that is to be run. */
    void checkOutputs() throws BadInput, IOException {
        for (var output : outputs) {
            var file = here.workingFolder().resolve(output);
            BadInput.throwIf(Files.isRegularFile(file) && Files.size(file) > 0 && isInput(file.toRealPath())
                    && DialectMarks.isSuite(new SuiteFile(file, output.toString(), output.toString(), false)),
                    "-o " + output
                            + " is one of the suites to run, and the results would overwrite it; name another file");
        }
        tellNewFolders(outputs, here);
    }

    /** Says which folders are made for results: one that is mistyped is seen at once. */
    static void tellNewFolders(List<Path> outputs, CommandContext here) {
        outputs.stream().map(output -> Optional.ofNullable(output.getParent()).orElse(Path.of("")))
                .filter(folder -> !Files.exists(here.workingFolder().resolve(folder))).distinct()
                .forEach(folder -> here.err().println(Printable.line(
                        "muster: the folder " + folder + " is new; it is made for the results")));
    }

    /** Whether an input names a file, or a folder that it is in. */
    private boolean isInput(Path file) throws IOException {
        for (var input : inputs) {
            var named = path(input);
            if (Files.exists(named) && file.startsWith(named.toRealPath())) {
                return true;
            }
        }
        return false;
    }

    private Path path(String input) {
        return here.workingFolder().resolve(input.replaceFirst("[*#].*", ""));
    }

    /** Refuses what can't be read again after a change. */
    void checkWatched(boolean dryRun) throws BadInput {
        var wrong = Stream.concat(inputs.stream().filter(input -> "-".equals(input) || input.startsWith("agents:"))
                .map(input -> "-i " + input), dryRun ? Stream.of("--dry-run") : Stream.empty()).toList();
        BadInput.throwIf(!wrong.isEmpty(), "--watch reloads its files after each change, which is not possible with "
                + String.join(", ", wrong) + "; give files or folders, and run the cases");
    }

    /** Returns the folders whose files matter: the project's, and those of inputs elsewhere. */
    List<Path> watched(RunOptions options) {
        var root = new ProjectReader(here.workingFolder(), here.mine()).beside(options.inputs())
                .read(options.config()).config().root();
        var inputFolders = inputs.stream().filter(input -> input.indexOf(':') < 0).map(this::path)
                .map(path -> Files.isDirectory(path) ? path : path.getParent()).filter(Files::isDirectory);
        return Stream.concat(Stream.of(root), inputFolders).map(path -> path.toAbsolutePath().normalize()).distinct()
                .toList();
    }

    /** Returns the files and folders there that do not matter. */
    Set<Path> ignored() {
        return Stream.concat(outputs.stream().map(here.workingFolder()::resolve), Stream.of(here.home().folder()))
                .map(path -> path.toAbsolutePath().normalize()).collect(Collectors.toSet());
    }
}
