package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.coordinator.report.file.Form;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that chooses the format of a run's {@code .json} files. */
final class JsonFormOption {

    @Option(names = "--format", paramLabel = "FORM", description = "Format of -o files that end in .json: json, or "
            + "agent-eval for AgentEval's names (default: json).")
    private @Nullable String format;

    /** @param outputs as {@code -o} names them */
    Form of(List<Path> outputs) throws BadInput {
        if (format == null) {
            return Form.JSON;
        }
        var form = Form.named(format).filter(named -> named == Form.JSON || named == Form.AGENT_EVAL)
                .orElseThrow(() -> new BadInput("--format takes json or agent-eval, not " + format
                        + "; for another format use the extension of an -o file"));
        BadInput.throwIf(!anyJson(outputs),
                "--format " + format + " is the format of a .json file: name one with -o FILE.json");
        return form;
    }

    static boolean anyJson(List<Path> outputs) {
        return outputs.stream().anyMatch(output -> output.toString().toLowerCase(Locale.ROOT).endsWith(".json"));
    }
}
