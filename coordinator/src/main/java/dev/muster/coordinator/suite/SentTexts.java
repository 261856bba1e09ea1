package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.TestCase;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;

/** Warns of what the agent is sent as it stands and was hardly meant so: unknown names in braces, and nothing at all. */
final class SentTexts {

    /** A name as templates of other tools write it. */
    private static final Pattern FOREIGN = Pattern.compile("\\{\\{\\s*([\\w.-]{1,60})\\s*}}");
    private static final List<String> NAMESPACES = List.of("row", "captured", "ENV");
    private static final int LONGEST = 80;

    private final TestCase testCase;
    private final Node node;
    private final Faults faults;

    private SentTexts(TestCase testCase, Node node, Faults faults) {
        this.testCase = testCase;
        this.node = node;
        this.faults = faults;
    }

    /** @param node the source of the case */
    static void check(TestCase testCase, Node node, Faults faults) {
        if (!testCase.identity().source().wasGenerated()) {
            new SentTexts(testCase, node, faults).check();
        }
    }

    private void check() {
        var conversation = testCase.conversation();
        boolean isCall = conversation instanceof Conversation.Standard;
        conversation.opening().forEach(each -> check(each, isCall));
        conversation.turns().forEach(turn -> check(turn.content()));
    }

    private void check(Message message, boolean isSent) {
        if (isSent && message.role().equals("user")) {
            check(message.content());
        } else {
            message.content().forEach(this::names);
        }
    }

    private void check(List<ContentPart> content) {
        if (content.size() == 1 && content.getFirst() instanceof ContentPart.Text(var text) && text.isBlank()) {
            var empty = node.scalars().filter(scalar -> scalar.string() != null && scalar.text().equals(text))
                    .<Node>map(scalar -> scalar).findFirst().orElse(node);
            faults.warn(empty.at(), "case " + testCase.identity().id() + " sends the agent an empty message; write "
                    + "what the user says");
        }
        content.forEach(this::names);
    }

    private void names(ContentPart part) {
        if (part instanceof ContentPart.Text(var text)) {
            TemplateNames.all(text).forEach(this::name);
            FOREIGN.matcher(text).results().limit(1).forEach(found -> warn(found.group(), "a value of a table is "
                    + "written ${row." + found.group(1) + "}, a captured one ${captured." + found.group(1) + "}"));
        }
    }

    private void name(String words) {
        int dot = words.indexOf('.');
        var space = dot < 0 ? "" : words.substring(0, dot);
        if (space.equals("captured") || space.equals("row") || words.length() > LONGEST
                || (dot < 0 && !isName(words))) {
            return;
        }
        boolean isKnown = dot < 0 || space.equals("ENV");
        if (!isKnown) {
            warn("${" + words + "}", Nearest.of(space, NAMESPACES).map(near -> "did you mean ${" + near
                    + words.substring(dot) + "}?").orElse("there are ${row.NAME} of a table, ${captured.NAME} of an "
                            + "earlier turn, and variables of hooks"));
        } else if (!testCase.setup().variables()) {
            warn("${" + words + "}", "messages take variables only where the case has 'hooks' that set them");
        }
    }

    private static boolean isName(String words) {
        return !TemplateNames.variables("${" + words + "}").isEmpty();
    }

    private void warn(String words, String right) {
        faults.warn(node.scalars().filter(scalar -> scalar.text().contains(words)).<Node>map(scalar -> scalar)
                .findFirst().orElse(node).at(), "the agent is sent '" + words + "' as it stands; " + right);
    }
}
