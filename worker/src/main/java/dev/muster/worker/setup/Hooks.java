package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.process.Command;
import dev.muster.common.process.CommandEnd;
import dev.muster.common.process.CommandEnvironment;
import dev.muster.common.process.Commands;
import dev.muster.common.template.Variables;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Runs hooks one after the other; each one's output becomes variables, and environment of the later ones. */
record Hooks(Commands commands, CommandEnvironment environment) {

    /** Runs all hooks in a folder; later hooks override the output of earlier ones. Stops at the first that fails. */
    Map<String, JsonNode> run(List<Hook> hooks, Path folder) throws SetupFailed, InterruptedException {
        var variables = new LinkedHashMap<String, JsonNode>();
        for (var hook : hooks) {
            variables.putAll(run(hook, folder, variables));
        }
        return variables;
    }

    private Map<String, JsonNode> run(Hook hook, Path folder, Map<String, JsonNode> variables)
            throws SetupFailed, InterruptedException {
        var command = new Command(hook.command(), folder, environment.with(texts(variables)), "", hook.timeout(),
                Command.SMALL_OUTPUT);
        return switch (commands.run(command)) {
            case CommandEnd.Printed(var output) -> read(command, output);
            case CommandEnd.Broken(var reason) -> throw SetupFailed.hook(command.shown() + " " + reason);
        };
    }

    private static Map<String, JsonNode> read(Command command, String output) throws SetupFailed {
        try {
            var printed = Json.MAPPER.readTree(output);
            if (printed.isObject()) {
                return printed.properties().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
            }
        } catch (JacksonException e) {
            // as for any other output
        }
        throw noObject(command, output);
    }

    private static SetupFailed noObject(Command command, String output) {
        var line = output.strip().lines().findFirst().orElse("");
        var shown = line.length() <= 120 ? line : line.substring(0, 119) + "…";
        return SetupFailed.hook(command.shown() + " must print one JSON object, and printed "
                + (shown.isEmpty() ? "nothing" : "'" + shown + "'"));
    }

    private static Map<String, String> texts(Map<String, JsonNode> variables) {
        return variables.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> Variables.text(each.getValue())));
    }
}
