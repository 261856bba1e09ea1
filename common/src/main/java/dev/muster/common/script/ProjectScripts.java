package dev.muster.common.script;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.script.host.HostCall;
import dev.muster.common.script.host.HostOutcome;
import dev.muster.common.script.host.Questions;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.script.wire.TaskKind;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The scripts of a project: JavaScript and TypeScript run in the script host; null runs no programs. */
public record ProjectScripts(ScriptPlaces places, ScriptHost host, int mostAnswer,
        @Nullable ExecutableScripts programs) implements Scripts {

    public ProjectScripts(ScriptFolder folder, ScriptHost host, int mostAnswer, @Nullable ExecutableScripts programs) {
        this(new ScriptPlaces(List.of(folder)), host, mostAnswer, programs);
    }

    @Override
    public JsonNode call(String name, ObjectNode document, Deadline by) throws ScriptFailed, InterruptedException {
        var located = places.find(name);
        return switch (located.found()) {
            case Found.Program program when programs == null -> throw new ScriptFailed("scripts:" + name
                    + " is a program, and programs may not run here (--allow-commands on a worker; --no-commands "
                    + "forbids them)");
            case Found.Program program -> call(programs, name, program, document, by);
            case Found.Module module -> call(name, new HostCall(ScriptDocuments.isHooks(document) ? TaskKind.HOOK
                    : TaskKind.FUNCTION, located.folder().sources(), module.file(), module.function(),
                    ScriptDocuments.arguments(document).toString(), mostAnswer, Questions.NONE), by);
        };
    }

    private static JsonNode call(ExecutableScripts programs, String name, Found.Program program, ObjectNode document,
            Deadline by) throws ScriptFailed, InterruptedException {
        var left = by.left();
        try {
            return programs.call(name, program, document, left.compareTo(LONGEST_CALL) < 0 ? left : LONGEST_CALL);
        } catch (ScriptFailed e) {
            throw by.passed() ? ScriptFailed.late(e.sentence()) : e;
        }
    }

    @Override
    public JsonNode test(String file, String function, JsonNode context, Questions questions, Deadline by)
            throws ScriptFailed, InterruptedException {
        return call(file + "#" + function, new HostCall(TaskKind.TEST, places.having(file).sources(), file,
                function,
                Json.MAPPER.createArrayNode().add(context).toString(), mostAnswer, questions), by);
    }

    private JsonNode call(String name, HostCall call, Deadline by) throws ScriptFailed, InterruptedException {
        return switch (host.call(call, LONGEST_CALL, by)) {
            case HostOutcome.Answered(var json, var printed) -> Json.MAPPER.readTree(json);
            case HostOutcome.OutOfTime outcome -> throw ScriptFailed.late("scripts:" + name
                    + outcome.sentence());
            case HostOutcome outcome -> throw new ScriptFailed("scripts:" + name + outcome.sentence());
        };
    }
}
