package dev.muster.common.script;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.script.host.HostCall;
import dev.muster.common.script.host.HostOutcome;
import dev.muster.common.script.host.Questions;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.script.host.SourceFolder;
import dev.muster.common.script.wire.Task;

/** Finds the exports of JavaScript and TypeScript files by loading them in the script host. */
public record Exports(ScriptHost host) {

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final int MOST = 1 << 20;

    /**
     * The result of loading a file.
     *
     * @param functions functions that it exports, and the requested one if the file declares it
     * @param files the file and its imports, relative to the folder, with {@code /}
     */
    public record Listing(List<String> functions, List<String> files) {}

    /** Loads a file; a failure says where. */
    public Listing of(ScriptFolder folder, String file, String function) throws ScriptFailed, InterruptedException {
        var call = new HostCall(Task.Kind.EXPORTS, new SourceFolder(folder.folder()), file, function, "[]", MOST,
                Questions.NONE);
        return switch (host.call(call, LONGEST)) {
            case HostOutcome.Answered(var json, var printed) -> Json.MAPPER.readValue(json, Listing.class);
            case HostOutcome.Threw(var error, var place, var printed) when !place.isEmpty() ->
                throw new ScriptFailed(place + ": " + error);
            case HostOutcome outcome -> throw new ScriptFailed(folder.folder().getFileName() + "/" + file
                    + outcome.sentence());
        };
    }
}
