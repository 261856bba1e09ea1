package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.json.AsWritten;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.option.Shown;
import tools.jackson.databind.JsonNode;

/** A check of another dialect, which agent-test suites can have, too. */
public sealed interface ForeignCheck extends Check {

    @Override
    default Set<Shown> needs() {
        return switch (this) {
            case AgUi(var clause) -> clause.needs();
            case Oracle oracle -> oracle.needsOfTrace();
        };
    }

    @Override
    default boolean readsBeyondReply() {
        return this instanceof AgUi || readsTrace();
    }

    @Override
    default boolean readsText() {
        return this instanceof AgUi(var clause) ? clause.readsText() : !readsTrace();
    }

    private boolean readsTrace() {
        return this instanceof Oracle oracle && oracle.oracle.startsWith("trace-");
    }

    @Override
    default boolean searches() {
        return this instanceof AgUi;
    }

    @Override
    default boolean forbids() {
        return this instanceof AgUi(var clause) && clause.forbids();
    }

    @Override
    default String label() {
        return switch (this) {
            case AgUi(var clause) -> clause.label();
            case Oracle oracle -> kind() + " " + oracle.oracle;
        };
    }

    @Override
    default void write(JsonMembers to, String nameOfTool) {
        switch (this) {
            case AgUi(var clause) -> clause.write(to);
            case Oracle(var oracle, var config, var expected) -> writeOracle(oracle, config, expected, to);
        }
    }

    /** Writes an oracle, also one that a helper or a database judges. */
    static void writeOracle(String oracle, JsonNode config, JsonNode expected, JsonMembers to) {
        to.add("type", "oracle").add("oracle", oracle).add("config", config.isEmpty() ? null : config)
                .add("expected", expected.isEmpty() ? null : expected);
    }

    /** One clause of an AG-UI test's assert block. */
    @JsonTypeName("ag_ui")
    record AgUi(AgUiClause clause) implements ForeignCheck {}

    /**
     * An oracle of AgentEval.
     *
     * @param oracle its kebab-case name
     * @param config the oracle's own settings; an object
     * @param expected {@code expectedOutcomes}; an object, empty when there are none
     */
    @JsonTypeName("oracle")
    record Oracle(@AsWritten String oracle, JsonNode config, JsonNode expected) implements ForeignCheck {

        private Set<Shown> needsOfTrace() {
            if (OracleKind.TRACE_VALIDATE_SUB_AGENTS.wire().equals(oracle)) {
                return EnumSet.of(Shown.STEPS);
            }
            return !OracleKind.TRACE_NO_ERRORS.wire().equals(oracle) ? Set.of()
                    : EnumSet.of(config.has("requiredSteps") || config.has("maxSteps") ? Shown.STEPS : Shown.FAILURES);
        }
    }
}
