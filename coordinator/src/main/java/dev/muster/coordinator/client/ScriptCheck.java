package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.model.CaseHelpers;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Reference;
import dev.muster.common.script.Exports;
import dev.muster.common.script.Found;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.script.ScriptPlaces;
import dev.muster.coordinator.suite.CallableScripts;
import dev.muster.coordinator.suite.source.Nearest;
import org.jspecify.annotations.Nullable;

/** Checks that the scripts that cases name exist and can run, while the files are at hand. */
final class ScriptCheck implements CallableScripts {

    record Named(String name, ScriptPlaces places) {}

    private final SuiteScripts scripts;
    private final @Nullable Exports exports;
    private final Map<Named, Optional<String>> looked = new ConcurrentHashMap<>();

    /** @param exports null to check only that files exist */
    ScriptCheck(SuiteScripts scripts, @Nullable Exports exports) {
        this.scripts = scripts;
        this.exports = exports;
    }

    /** Returns what is wrong with the first uncallable script of a case, if the suite itself does not name it. */
    Optional<String> trouble(TestCase testCase) {
        return namedBy(testCase).stream().flatMap(name -> trouble(name, testCase.identity().source().file()).stream())
                .findFirst();
    }

    /** Returns the scripts that a case names, without {@code scripts:}. */
    static Set<String> namedBy(TestCase testCase) {
        var setup = testCase.setup();
        return Stream.concat(
                CaseHelpers.by(testCase).stream().map(HelperUse::use).filter(use -> use.kind() == Reference.Kind.SCRIPT)
                        .map(Reference::id),
                Stream.of(setup.before(), setup.after()).filter(Objects::nonNull).map(ScriptFolder::bare))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public Optional<String> trouble(String name, String suite) {
        return looked.computeIfAbsent(new Named(name, scripts.of(suite)), this::look);
    }

    private Optional<String> look(Named named) {
        try {
            var located = named.places().find(named.name());
            return located.found() instanceof Found.Module module && exports != null
                    ? missing(located.folder(), module, exports) : Optional.empty();
        } catch (ScriptFailed e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("scripts:" + named.name() + " was not checked: interrupted");
        }
    }

    /** Returns a missing export; members of exported values are looked up only when they are called. */
    private static Optional<String> missing(ScriptFolder folder, Found.Module module, Exports exports)
            throws ScriptFailed, InterruptedException {
        var function = module.function();
        var there = exports.of(folder, module.file(), function).functions();
        if (there.contains(function) || function.indexOf('.') >= 0) {
            return Optional.empty();
        }
        return Optional.of(module.file() + (ScriptFolder.DEFAULT.equals(function)
                ? " has no function as its default export" : " exports no function '" + function + "'")
                + (there.isEmpty() ? "" : "; it exports " + String.join(", ", there) + Nearest.hint(function, there)));
    }
}
