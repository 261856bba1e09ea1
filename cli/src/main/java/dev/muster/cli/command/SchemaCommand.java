package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.coordinator.suite.Schemas;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster schema}: prints the schemas that editors check suites and configurations against. */
@Command(name = "schema", mixinStandardHelpOptions = true, description = "Print a JSON Schema: muster schema "
        + "agent-test > agent-test.schema.json")
public final class SchemaCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "NAME", defaultValue = "agent-test", description = "agent-test, ag-ui, "
            + "agent-eval or muster, which is muster.yaml (default: ${DEFAULT-VALUE}).")
    private String name = "agent-test";

    @Option(names = "--write", paramLabel = "FOLDER", description = "Write all schemas into a folder, for editors; "
            + "files that init writes refer to .muster/schema.")
    private @Nullable Path folder;

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput {
        if (folder != null) {
            write(here.workingFolder().resolve(folder));
            return Exit.OK;
        }
        BadInput.throwIf(!Schemas.NAMES.contains(name),
                "unknown schema '" + name + "'; there are " + String.join(", ", Schemas.NAMES));
        here.out().print(Schemas.text(name));
        return Exit.OK;
    }

    /** Replaces the schemas of another version. */
    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (var name : Schemas.NAMES) {
            Files.writeString(folder.resolve(name + ".schema.json"), Schemas.text(name));
        }
    }
}
