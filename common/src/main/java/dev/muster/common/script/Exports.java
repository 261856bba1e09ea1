package dev.muster.common.script;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.script.host.HostCall;
import dev.muster.common.script.host.HostOutcome;
import dev.muster.common.script.host.Questions;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.script.host.SourceFolder;
import dev.muster.common.script.wire.TaskKind;

/** Finds the exports of JavaScript and TypeScript files by loading them in the script host. */
public record Exports(ScriptHost host) {

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final int MOST = 1 << 20;

    /** Loads a file; a failure says where. */
    public ExportList of(ScriptFolder folder, String file, String function) throws ScriptFailed, InterruptedException {
        var call = new HostCall(TaskKind.EXPORTS, new SourceFolder(folder.folder()), file, function, "[]", MOST,
                Questions.NONE);
        return switch (host.call(call, LONGEST)) {
            case HostOutcome.Answered(var json, var printed) -> Json.MAPPER.readValue(json, ExportList.class);
            case HostOutcome.Threw(var error, var place, var printed) when !place.isEmpty() ->
                throw new ScriptFailed(place + ": " + error);
            case HostOutcome outcome -> throw new ScriptFailed(folder.folder().getFileName() + "/" + file
                    + outcome.sentence());
        };
    }
}
