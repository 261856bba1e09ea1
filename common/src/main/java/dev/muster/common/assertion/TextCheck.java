package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.json.AsWritten;
import dev.muster.common.json.JsonMembers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A check of the reply's text. */
public sealed interface TextCheck extends Check {

    @Override
    default boolean readsText() {
        return true;
    }

    @Override
    default boolean searches() {
        return this instanceof Regex || (this instanceof Words && !(this instanceof OneOf));
    }

    @Override
    default boolean forbids() {
        return this instanceof NotContains;
    }

    @Override
    default String label() {
        return switch (this) {
            case Equals(var value) -> kind() + " " + Check.json(value);
            case Words words -> kind() + " " + Check.quoted(words.values());
            case Regex(var pattern) -> kind() + " /" + pattern + "/";
            case Snapshot _ -> kind();
        };
    }

    @Override
    default void write(JsonMembers to, String nameOfTool) {
        switch (this) {
            case Equals(var value) -> to.add("value", value);
            case Words words -> to.texts("value", words.values()).flag("ignore_case", words.ignoreCase());
            case Regex(var pattern) -> to.add("pattern", pattern);
            case Snapshot snapshot -> to.add("mask", snapshot.masks);
        }
    }

    /** A check of the reply's text against some texts. */
    sealed interface Words extends TextCheck {

        List<String> values();

        boolean ignoreCase();
    }

    /** The reply equals a string; or, for any other JSON value, the reply parsed as JSON equals it (1 = 1.0). */
    @JsonTypeName("equals")
    record Equals(JsonNode value) implements TextCheck {}

    /** Every one of the values is a substring of the reply. */
    @JsonTypeName("contains")
    record Contains(List<String> values, boolean ignoreCase) implements Words {
        public Contains {
            values = List.copyOf(values);
        }
    }

    /** None of the values is a substring of the reply. */
    @JsonTypeName("not_contains")
    record NotContains(List<String> values, boolean ignoreCase) implements Words {
        public NotContains {
            values = List.copyOf(values);
        }
    }

    /** At least one of the values is a substring of the reply. */
    @JsonTypeName("contains_any")
    record ContainsAny(List<String> values, boolean ignoreCase) implements Words {}

    /** The reply begins with one of the values. */
    @JsonTypeName("starts_with")
    record StartsWith(List<String> values, boolean ignoreCase) implements Words {}

    /** The reply, without white space at its end, ends with one of the values. */
    @JsonTypeName("ends_with")
    record EndsWith(List<String> values, boolean ignoreCase) implements Words {}

    /** The reply, without white space around it, is one of the values. */
    @JsonTypeName("one_of")
    record OneOf(List<String> values, boolean ignoreCase) implements Words {}

    /** The reply contains a match of an RE2 pattern. */
    @JsonTypeName("regex")
    record Regex(String pattern) implements TextCheck {}

    /**
     * The reply equals the one recorded beside the suite.
     *
     * @param masks patterns whose matches are left out of the comparison
     * @param file path from the project root; empty where nothing can be recorded
     * @param recorded the recorded text; null when there is none
     * @param recording whether to record the reply, whatever it is
     */
    @JsonTypeName("snapshot")
    record Snapshot(@AsWritten List<String> masks, @AsWritten String file,
            @AsWritten @Nullable String recorded, boolean recording) implements TextCheck {
        public Snapshot {
            masks = List.copyOf(masks);
        }

        /** Returns the check as written in a suite, before its file is located. */
        public static Snapshot masking(List<String> masks) {
            return new Snapshot(masks, "", null, false);
        }
    }
}
