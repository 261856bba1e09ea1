package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Turn;
import dev.muster.common.template.Expansion;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;

/**
 * Checks that an earlier turn captures the name of each {@code ${captured.NAME}}. Where a {@code goto} may change the
 * order, any turn may capture it.
 */
final class CapturedNames {

    private final Node node;
    private final Faults faults;
    private final Set<String> known = new HashSet<>();
    private final Set<String> used = new LinkedHashSet<>();
    private final Set<String> reported = new HashSet<>();
    private final Expansion texts = new Expansion(text -> {
        used.addAll(TemplateNames.captured(text));
        return text;
    });

    private CapturedNames(Node node, Faults faults) {
        this.node = node;
        this.faults = faults;
    }

    /** @param node the source of the case */
    static void check(TestCase testCase, Node node, Faults faults) {
        if (!testCase.identity().source().wasGenerated()) {
            new CapturedNames(node, faults).check(testCase);
        }
    }

    private void check(TestCase testCase) {
        var turns = testCase.conversation().turns();
        testCase.conversation().opening().forEach(texts::message);
        report("nothing is captured before the conversation begins");
        if (turns.stream().anyMatch(turn -> turn.path().goTo() != null)) {
            turns.forEach(turn -> known.addAll(turn.path().capture().keySet()));
        }
        turns.forEach(this::check);
        if (testCase.conversation() instanceof Conversation.Dynamic dynamic) {
            dynamic.checkpoints().forEach(each -> texts.assertions(each.assertions()));
        }
        var _ = texts.assertions(testCase.assertions());
        report("no turn captures it");
    }

    private void check(Turn turn) {
        var _ = texts.turn(turn);
        report("no earlier turn captures it");
        known.addAll(turn.path().capture().keySet());
    }

    /** Reports each name once, at its first position. */
    private void report(String why) {
        for (var name : used) {
            if (!known.contains(name) && reported.add(name)) {
                var words = "${captured." + name + "}";
                faults.add(first(words).at(), words + " has no value: " + why
                        + "; a turn does with 'capture': {\"" + name + "\": \"$.path\"}"
                        + faults.hint(name, known));
            }
        }
        used.clear();
    }

    private Node first(String words) {
        return node.scalars().filter(scalar -> scalar.text().contains(words)).<Node>map(scalar -> scalar).findFirst()
                .orElse(node);
    }
}
