package dev.muster.common.assertion;

import dev.muster.common.json.JsonMembers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An assertion as resolved by a reader: a check and its common settings.
 *
 * @param check the check
 * @param negate whether the assertion holds when the check does not
 * @param message message shown on failure; null for the default
 * @param name name for reports; null for none
 * @param weight share in a score, 1 by default
 */
public record Assertion(Check check, boolean negate, @Nullable String message, @Nullable String name, double weight) {

    public Assertion with(Check other) {
        return new Assertion(other, negate, message, name, weight);
    }

    public static Assertion of(Check check) {
        return new Assertion(check, false, null, null, 1);
    }

    /** Whether it holds where something is not there. */
    public boolean forbids() {
        return check.forbids() != negate;
    }

    /** Whether it wants something to be there: limits of time and cost do not, nor does what forbids. */
    public boolean demands() {
        return !forbids() && !(check instanceof LimitCheck)
                && !(check instanceof ForeignCheck.AgUi(var clause) && clause.limits());
    }

    /** Returns a few words for people: {@code contains "submitted"}. */
    public String label() {
        return (name == null ? "" : name + ": ") + (negate ? "not " : "") + check.label();
    }

    /** Writes the assertion in the agent-test dialect, so that it reads back the same. */
    public ObjectNode written() {
        var to = JsonMembers.of("type", check.kind());
        check.write(to, name == null ? "name" : "value");
        return to.flag("negate", negate).add("message", message).add("name", name)
                .add("weight", weight == 1 ? null : weight).object();
    }
}
