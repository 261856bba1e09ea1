package dev.muster.deploy.command;

import module java.base;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.suite.promptfoo.Imported;
import dev.muster.coordinator.suite.promptfoo.PromptfooImport;
import dev.muster.deploy.session.BadInput;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster import}: makes a project of another tool's configuration. */
@Command(name = "import", mixinStandardHelpOptions = true, sortOptions = false, description = "Make a project of a promptfoo configuration, and list what could not be carried over.")
public final class ImportCommand implements Callable<Integer> {

    private static final String LIST = "NOT-CARRIED-OVER.md";

    @Parameters(index = "0", paramLabel = "promptfoo", description = "What the file is written for.")
    private String tool = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "Its configuration, such as promptfooconfig.yaml.")
    private Path file = Path.of("");

    @Option(names = "-o", required = true, paramLabel = "FOLDER", description = "Where the project is written: a new or an empty folder.")
    private Path folder = Path.of("");

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput {
        if (!tool.equals("promptfoo")) {
            throw new BadInput("'" + tool + "' can't be imported; write muster import promptfoo FILE -o FOLDER");
        }
        if (!Files.isRegularFile(file)) {
            throw new BadInput(file + " not found");
        }
        refuseFull();
        var imported = read();
        var losses = imported.losses().stream().map(loss -> Printable.line(loss.toString())).toList();
        for (var each : imported.files().entrySet()) {
            write(each.getKey(), each.getValue(), imported.programs().contains(each.getKey()));
        }
        SchemaCommand.write(folder.resolve(".muster/schema"));
        if (!losses.isEmpty()) {
            write(LIST,
                    losses.stream().collect(Collectors.joining("\n- ", "# Not carried over from " + file.getFileName()
                            + "\n\n- ", "\n")).getBytes(StandardCharsets.UTF_8),
                    false);
            losses.forEach(here.out()::println);
        }
        var all = imported.all();
        here.out().println("Wrote " + folder + ": " + imported.cases() + " cases; " + all.carried() + " of "
                + all.written() + " assertions carried over" + (losses.isEmpty() ? "."
                        : ". What was not is listed above and in " + folder.resolve(LIST) + "."));
        here.out().println("Next: cd " + folder + " && muster validate tests && muster run -i tests");
        return Exit.OK;
    }

    private Imported read() throws IOException, BadInput {
        try {
            return PromptfooImport.of(file, here.workingFolder());
        } catch (PromptfooImport.Unreadable e) {
            throw new BadInput(e.getMessage());
        }
    }

    private void refuseFull() throws IOException, BadInput {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (var entries = Files.isDirectory(folder) ? Files.list(folder) : Stream.of(folder)) {
                if (entries.findAny().isPresent()) {
                    throw new BadInput(folder + " is not an empty folder, so nothing was written; choose another one");
                }
            }
        }
    }

    private void write(String name, byte[] content, boolean program) throws IOException {
        var target = folder.resolve(name);
        Files.createDirectories(target.toAbsolutePath().getParent());
        Files.write(target, content, StandardOpenOption.CREATE_NEW);
        if (program && !target.toFile().setExecutable(true)) {
            throw new IOException(target + " can't be made executable");
        }
    }
}
