package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.RefusalRule;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Words;
import org.jspecify.annotations.Nullable;

/**
 * Reads conversation settings that configuration and cases share: when an agent waits for input, and how it refuses.
 */
public final class ConversingReader {

    private static final Map<String, OnMissingInput> ANSWERS = Words.of(OnMissingInput.values(),
            ConversingReader::text);
    private static final Map<String, AwaitingRules.Text> RULES = Words.of(AwaitingRules.Text.values(),
            AwaitingRules.Text::wire);

    private ConversingReader() {}

    public static String text(OnMissingInput answer) {
        return answer.name().toLowerCase(Locale.ROOT);
    }

    /** Reads {@code on_missing_input}; null when it is absent. */
    public static @Nullable OnMissingInput onMissingInput(Fields fields) {
        return fields.choice("on_missing_input", ANSWERS, "'on_missing_input' is skip, fail or end");
    }

    /** Reads {@code awaiting: {tools, text, pattern}}. */
    public static AwaitingRules awaiting(Fields fields) {
        return fields.part("awaiting", awaiting -> new AwaitingRules(awaiting.texts("tools"), textRule(awaiting),
                pattern(awaiting)), AwaitingRules.NONE);
    }

    private static AwaitingRules.@Nullable Text textRule(Fields awaiting) {
        // YAML reads a bare 'off' as false
        var node = awaiting.any("text");
        if (node != null && node.json().isBoolean() && !node.json().booleanValue()) {
            return AwaitingRules.Text.OFF;
        }
        return awaiting.choice("text", RULES, "'text' is seed, seed+sentence or off");
    }

    /** Reads {@code refusal: {pattern}} or {@code refusal: {criteria}}; null when it is absent. */
    public static @Nullable RefusalRule refusal(Fields fields) {
        return fields.part("refusal", ConversingReader::rule);
    }

    private static RefusalRule rule(Fields refusal) {
        if (!refusal.has("pattern") && !refusal.has("criteria")) {
            refusal.missing("'refusal' needs 'pattern' or 'criteria'", "pattern", "criteria");
        }
        refusal.oneOf("pattern", "criteria");
        return new RefusalRule(pattern(refusal), refusal.texts("criteria"));
    }

    private static @Nullable String pattern(Fields fields) {
        var pattern = fields.text("pattern");
        if (pattern != null) {
            try {
                CompiledAssertions.compile(List.of(Assertion.of(new TextCheck.Regex(pattern))));
            } catch (AssertionFault fault) {
                fields.fault("pattern", String.valueOf(fault.getMessage()));
                return null;
            }
        }
        return pattern;
    }
}
