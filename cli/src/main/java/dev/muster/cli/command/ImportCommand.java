package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.migration.PromptfooImport;
import dev.muster.cli.migration.PromptfooImport.Imported;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.coordinator.report.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster import}: makes a project of another tool's configuration. */
@Command(name = "import", mixinStandardHelpOptions = true, sortOptions = false, description = "Create a project from "
        + "a promptfoo configuration, and list what is not carried over.")
public final class ImportCommand implements Callable<Integer> {

    private static final String LIST = "NOT-CARRIED-OVER.md";

    @Parameters(index = "0", paramLabel = "TOOL", description = "Format of the file: promptfoo.")
    private String tool = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "Its configuration, such as promptfooconfig.yaml.")
    private Path file = Path.of("");

    @Option(names = "-o", required = true, paramLabel = "FOLDER", description = "Where the project is written: a new "
            + "or an empty folder.")
    private Path folder = Path.of("");

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput, InterruptedException {
        BadInput.throwIf(!tool.equals("promptfoo"),
                "'" + tool + "' can't be imported; write muster import promptfoo FILE -o FOLDER");
        BadInput.throwIf(Files.isDirectory(file),
                file + " is a folder; name the configuration in it, such as " + file.resolve("promptfooconfig.yaml"));
        BadInput.throwIf(!Files.isRegularFile(file), file + " not found");
        refuseFull();
        try (var host = here.scripts()) {
            return write(PromptfooImport.read(file, here.workingFolder(), host));
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

    private int write(Imported imported) throws IOException, BadInput {
        var losses = imported.losses().stream().map(Printable::line).toList();
        losses.forEach(here.out()::println);
        if (imported.cases() == 0) {
            throw new BadInput(file + ": no case can be carried over, so nothing was written; "
                    + (losses.isEmpty() ? "the configuration has no test" : "the lines above say why"));
        }
        PromptfooImport.write(imported.files(), folder);
        SchemaCommand.write(folder.resolve(".muster/schema"));
        if (!losses.isEmpty()) {
            var list = "# Not carried over\n\n" + losses.stream().map(loss -> "- " + loss + "\n")
                    .collect(Collectors.joining());
            PromptfooImport.write(Map.of(LIST, list.getBytes(StandardCharsets.UTF_8)), folder);
        }
        report(imported, losses);
        if (imported.faults().isEmpty()) {
            here.out().println("Next: cd " + folder + " && muster validate muster.yaml tests && muster run -i tests");
            return Exit.OK;
        }
        throw new BadInput(folder + " is not ready: muster validate rejects it: "
                + Printable.line(String.join("; ", imported.faults())));
    }

    private void report(Imported imported, List<String> losses) {
        here.out().println("Wrote " + folder + ": " + imported.cases() + " cases. Assertions carried over: "
                + imported.shares().entrySet().stream()
                        .map(share -> Printable.line(share.getKey()) + " " + share.getValue().getLast()
                                + " of " + share.getValue().getFirst())
                        .collect(Collectors.joining(", "))
                + (losses.isEmpty() ? "" : "\nWhat is not carried over is listed above and in " + LIST));
    }
}
