package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.json.AsWritten;
import dev.muster.common.json.JsonMembers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A check that is not judged on the reply alone: a helper, a database or a script's own test does. */
public sealed interface ExternalCheck extends Check
        permits ExternalCheck.InTest, HelperCheck, ExternalCheck.SqlValidate {

    default String whyNotCompiled() {
        return switch (this) {
            case HelperCheck helped -> helped.ask().use() + " is asked, not compiled";
            case SqlValidate _ -> "a database is asked, not compiled";
            case InTest test -> "t.assert." + test.method + " is a script test's own";
        };
    }

    @Override
    default boolean readsText() {
        return !(this instanceof SqlValidate);
    }

    /**
     * An assertion that a script test made itself; it never appears in a suite.
     *
     * @param method of {@code t.assert}, or {@code fail}
     * @param expected null when the method needs no value
     */
    @JsonTypeName("in_test")
    record InTest(@AsWritten String method, @AsWritten @Nullable JsonNode expected) implements ExternalCheck {

        @Override
        public String label() {
            return "t.assert." + method + (expected == null ? "" : " " + Check.json(expected));
        }

        @Override
        public void write(JsonMembers to, String nameOfTool) {
            to.add("type", "t.assert." + method).add("value", expected);
        }
    }

    /**
     * The oracle {@code sql-validate} of AgentEval: the worker queries a database to see what the agent did.
     *
     * @param config the oracle's own settings; an object that names the database
     * @param expected {@code expectedOutcomes}; an object
     */
    @JsonTypeName("sql_validate")
    record SqlValidate(JsonNode config, JsonNode expected) implements ExternalCheck {

        @Override
        public String label() {
            return "oracle " + OracleKind.SQL_VALIDATE.wire() + " " + config.path("database").asString("");
        }

        @Override
        public void write(JsonMembers to, String nameOfTool) {
            ForeignCheck.writeOracle(OracleKind.SQL_VALIDATE.wire(), config, expected, to);
        }
    }
}
