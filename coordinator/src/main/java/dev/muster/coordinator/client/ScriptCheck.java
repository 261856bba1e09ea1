package dev.muster.coordinator.client;

import dev.muster.common.model.TestCase;
import dev.muster.common.script.Exports;
import dev.muster.common.script.Found;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.ScriptFolder;
import dev.muster.coordinator.located.Nearest;
import dev.muster.coordinator.suite.CallableScripts;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Looks whether the scripts that cases name are there and can be run, while the files are at hand. */
final class ScriptCheck implements CallableScripts {

    private final ScriptFolder folder;
    private final @Nullable Exports exports;
    private final Map<String, Optional<String>> looked = new ConcurrentHashMap<>();

    /** @param exports null to look only whether files are there */
    ScriptCheck(ScriptFolder folder, @Nullable Exports exports) {
        this.folder = folder;
        this.exports = exports;
    }

    /** What is wrong with the first script of a case that can't be called, where the suite itself does not name it. */
    Optional<String> trouble(TestCase testCase) {
        return NamedScripts.of(testCase).stream().flatMap(name -> trouble(name).stream()).findFirst();
    }

    @Override
    public Optional<String> trouble(String name) {
        return looked.computeIfAbsent(name, this::look);
    }

    private Optional<String> look(String name) {
        try {
            return folder.find(name) instanceof Found.Module module && exports != null ? missing(module, exports)
                    : Optional.empty();
        } catch (ScriptFailed e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("scripts:" + name + " was not looked at: interrupted");
        }
    }

    /** Members of what is exported are looked for when they are called. */
    private static Optional<String> missing(Found.Module module, Exports exports)
            throws ScriptFailed, InterruptedException {
        var there = exports.of(module.file()).functions();
        var wanted = module.function();
        if (there.contains(wanted) || wanted.indexOf('.') >= 0) {
            return Optional.empty();
        }
        return Optional.of(module.file() + (ScriptFolder.DEFAULT.equals(wanted)
                ? " has no function as its default export" : " exports no function '" + wanted + "'")
                + (there.isEmpty() ? "" : "; it exports " + String.join(", ", there) + Nearest.hint(wanted, there)));
    }
}
