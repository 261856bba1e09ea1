package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.model.CaseHelpers;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Reference;
import dev.muster.common.script.Exports;
import dev.muster.common.script.Found;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.script.ScriptPlaces;
import dev.muster.common.script.host.SourceFolder;
import dev.muster.coordinator.suite.CallableScripts;
import dev.muster.coordinator.suite.ScriptTests;
import dev.muster.coordinator.suite.TestListing;
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
            return Optional.of("scripts:" + named.name() + " was not looked at: interrupted");
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
        return Optional.of(module.file() + (ScriptFolder.DEFAULT.equals(wanted)
                ? " has no function as its default export" : " exports no function '" + wanted + "'")
                + (there.isEmpty() ? "" : "; it exports " + String.join(", ", there) + Nearest.hint(wanted, there)));
    }

    /** The script locations of each suite, cached. */
    static final class SuiteScripts {

        private final Path root;
        private final Path scripts;
        private final Map<String, ScriptPlaces> places = new ConcurrentHashMap<>();

        /** @param scripts the scripts folder */
        SuiteScripts(Path root, Path scripts) {
            this.root = root.toAbsolutePath().normalize();
            this.scripts = scripts.toAbsolutePath().normalize();
        }

        /** @param suite relative to the project root */
        ScriptPlaces of(String suite) {
            return places.computeIfAbsent(suite, file -> ScriptPlaces.of(root, scripts, file));
        }

        String fromRoot(Path folder) {
            return root.relativize(folder).toString();
        }

        ScriptPlaces of(Path suite) {
            return of(root.relativize(suite.toAbsolutePath().normalize()).toString());
        }
    }

    /** Loads a script to find the tests it exports and the agents its source names, which travel with the case. */
    record ListedTests(Exports exports, ScriptCheck.SuiteScripts scripts, Set<String> agents) implements ScriptTests {

        private static final String TEST = "Test";

        @Override
        public TestListing in(Path file) {
            var absolute = file.toAbsolutePath().normalize();
            var places = scripts.of(absolute);
            var folder = places.around(absolute);
            if (folder.isEmpty()) {
                return new TestListing.Wrong("a script test must lie in the scripts folder ("
                        + places.folders().getFirst().folder().getFileName()
                        + "), or in an agent's own folder, 'src', as "
                        + "what it imports does");
            }
            try {
                return tests(folder.get(), absolute);
            } catch (ScriptFailed e) {
                return new TestListing.Wrong(String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new TestListing.Wrong("it was interrupted");
            }
        }

        private TestListing tests(ScriptFolder folder, Path absolute) throws ScriptFailed, InterruptedException {
            var file = folder.folder().relativize(absolute).toString().replace('\\', '/');
            var listing = exports.of(folder, file, "");
            var named = named(folder, listing.files());
            var tests = listing.functions().stream().filter(name -> name.startsWith(TEST))
                    .map(name -> new ScriptTest(file, name, named)).toList();
            return tests.isEmpty() ? new TestListing.Wrong("this file has no tests: export a function whose name begins "
                    + "with " + TEST) : new TestListing.Found(tests);
        }

        /** Returns the named agents; called ones come first, in the order of their first call. */
        private List<String> named(ScriptFolder folder, List<String> files) {
            var sources = new SourceFolder(folder.folder());
            var text = files.stream().flatMap(file -> sources.text(file).stream()).collect(Collectors.joining("\n"));
            var called = agents.stream().filter(id -> text.contains(call(id)))
                    .sorted((a, b) -> Integer.compare(text.indexOf(call(a)), text.indexOf(call(b))));
            var others = agents.stream().filter(id -> !text.contains(call(id)) && isQuoted(id, text)).sorted();
            return Stream.concat(called, others).toList();
        }

        private static String call(String id) {
            return "agents." + id + ".";
        }

        private static boolean isQuoted(String id, String text) {
            return Stream.of("\"", "'", "`").anyMatch(quote -> text.contains(quote + id + quote)
                    || text.contains(quote + "agents:" + id + quote));
        }
    }
}
