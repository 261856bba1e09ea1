package dev.muster.common.script;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.process.Command;
import dev.muster.common.process.CommandEnd;
import dev.muster.common.process.Commands;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs executable scripts: the function is the argument, the document is on standard input, the answer is JSON on
 * standard output.
 *
 * @param mostOutput maximum size of an answer in bytes
 */
public record ExecutableScripts(Path workingFolder, Map<String, String> environment, Commands commands,
        int mostOutput) {

    JsonNode call(String name, Found.Program found, ObjectNode document, Duration timeout)
            throws ScriptFailed, InterruptedException {
        var command = new Command(List.of(found.file().toAbsolutePath().toString(), found.function()), workingFolder,
                environment, document.deepCopy().put("function", found.function()).toString(), timeout, mostOutput);
        return switch (commands.run(command)) {
            case CommandEnd.Printed(var output) -> read(name, output);
            case CommandEnd.Broken(var reason) -> throw new ScriptFailed("scripts:" + name + " " + reason);
        };
    }

    private static JsonNode read(String name, String output) throws ScriptFailed {
        if (output.isBlank()) {
            throw new ScriptFailed("scripts:" + name + " printed nothing; it must print JSON");
        }
        try {
            return Json.MAPPER.readTree(output);
        } catch (JacksonException e) {
            throw new ScriptFailed("scripts:" + name + " printed no JSON: " + start(output));
        }
    }

    private static String start(String output) {
        var line = output.strip().lines().findFirst().orElse("");
        return line.length() <= 120 ? line : line.substring(0, 119) + "…";
    }
}
