package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.script.Exports;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.script.host.SourceFolder;
import dev.muster.coordinator.suite.ScriptTests;
import dev.muster.coordinator.suite.TestListing;

/** Loads a script to find the tests it exports and the agents its source names, which travel with the case. */
record ListedTests(Exports exports, SuiteScripts scripts, Set<String> agents) implements ScriptTests {

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
                + "with " + TEST) : new TestListing.Found(tests, overlooked(folder, file, listing.functions()));
    }

    private static List<TestListing.Overlooked> overlooked(ScriptFolder folder, String file, List<String> exported) {
        return new SourceFolder(folder.folder()).text(file).map(text -> new OverlookedTests(text, exported).found())
                .orElse(List.of());
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
