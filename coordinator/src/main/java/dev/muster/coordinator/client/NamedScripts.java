package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.model.Asked;
import dev.muster.common.model.Setup;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.common.script.ScriptFolder;

/** The scripts that a case names, without {@code scripts:}. */
final class NamedScripts {

    private NamedScripts() {}

    static Set<String> of(TestCase testCase) {
        var asked = Asked.by(testCase);
        if (testCase.setup().equals(Setup.NONE) && asked.isEmpty()) {
            return Set.of();
        }
        var names = new TreeSet<String>();
        asked.stream().map(each -> each.use()).filter(use -> use.kind() == Reference.Kind.SCRIPT).map(Reference::id)
                .forEach(names::add);
        if (testCase.setup().before() != null) {
            names.add(ScriptFolder.bare(testCase.setup().before()));
        }
        if (testCase.setup().after() != null) {
            names.add(ScriptFolder.bare(testCase.setup().after()));
        }
        return names;
    }
}
