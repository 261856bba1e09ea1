package dev.muster.coordinator.client;

import dev.muster.common.model.Asked;
import dev.muster.common.model.Setup;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.ScriptFolder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks whether the scripts that cases name are there and can be run, while the files are at hand. */
final class ScriptCheck {

    private final ScriptFolder folder;
    private final Map<String, Optional<String>> looked = new HashMap<>();

    ScriptCheck(ScriptFolder folder) {
        this.folder = folder;
    }

    /** What is wrong with the first script of a case that can't be called. */
    Optional<String> trouble(TestCase testCase) {
        if (testCase.setup().equals(Setup.NONE) && Asked.by(testCase).isEmpty()) {
            return Optional.empty();
        }
        return Stream.concat(asked(testCase), around(testCase))
                .flatMap(name -> looked.computeIfAbsent(name, this::look).stream()).findFirst();
    }

    private static Stream<String> asked(TestCase testCase) {
        return Asked.by(testCase).stream().map(asked -> asked.use())
                .filter(use -> use.kind() == Reference.Kind.SCRIPT).map(Reference::id);
    }

    private static Stream<String> around(TestCase testCase) {
        return Stream.of(Optional.ofNullable(testCase.setup().before()), Optional.ofNullable(testCase.setup().after()))
                .flatMap(Optional::stream).map(ScriptFolder::bare);
    }

    private Optional<String> look(String name) {
        try {
            var _ = folder.find(name);
            return Optional.empty();
        } catch (ScriptFailed e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
