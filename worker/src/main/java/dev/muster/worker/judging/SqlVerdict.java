package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.assertion.eval.SqlRule;
import dev.muster.common.assertion.eval.SqlRules;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Durations;
import dev.muster.worker.sql.Databases;
import dev.muster.worker.sql.SqlFailed;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Checks in a database whether the agent did what it says. */
final class SqlVerdict {

    private final Assertion assertion;
    private final SqlRules rules;
    private final Databases databases;
    private final Deadline deadline;

    SqlVerdict(Assertion assertion, SqlRules rules, Databases databases, Deadline deadline) {
        this.assertion = assertion;
        this.rules = rules;
        this.databases = databases;
        this.deadline = deadline;
    }

    /** A broken database is an error, never a pass or a failure. */
    AssertionOutcome of(AgentReply reply) throws InterruptedException {
        var troubles = new ArrayList<String>();
        for (var rule : rules.rules()) {
            if (deadline.passed()) {
                return AssertionOutcome.broken(assertion, Cause.TIMEOUT,
                        "timeout after " + Durations.text(deadline.limit())
                                + " while the database " + rules.database() + " was asked");
            }
            try {
                var trouble = trouble(rule, reply);
                if (trouble != null) {
                    troubles.add(named(rule) + trouble);
                }
            } catch (SqlFailed e) {
                return AssertionOutcome.broken(assertion, Cause.VALIDATOR_ERROR,
                        "validator error: " + named(rule) + e.getMessage());
            }
        }
        return AssertionOutcome.of(result(troubles));
    }

    private @Nullable String trouble(SqlRule rule, AgentReply reply) throws SqlFailed, InterruptedException {
        var values = new ArrayList<JsonNode>();
        for (var name : rule.statement().names()) {
            var value = value(name, reply);
            if (value == null) {
                return "the reply has no '" + name + "' to put in for @" + name;
            }
            values.add(value);
        }
        return SqlRules.trouble(rule, databases.read(rules.database(), rule.statement(), values, deadline.left()));
    }

    /** Returns a member of the reply's JSON, else of the agent's state. */
    private static @Nullable JsonNode value(String name, AgentReply reply) {
        var value = ReplyJson.in(reply.content().text()).map(json -> json.get(name)).orElse(null);
        return value != null || reply.content().state() == null ? value : reply.content().state().get(name);
    }

    private static String named(SqlRule rule) {
        return (rule.description() == null ? Quote.of(rule.statement().text()) : rule.description()) + ": ";
    }

    private AssertionResult result(List<String> troubles) {
        int all = rules.rules().size();
        int held = all - troubles.size();
        boolean holds = rules.requireAll() ? held == all : held > 0;
        boolean passed = holds != assertion.negate();
        return new AssertionResult(assertion, passed, passed ? null : reason(troubles, held), (double) held / all);
    }

    private String reason(List<String> troubles, int held) {
        var ours = held + " of " + rules.rules().size() + " statements over " + rules.database()
                + " gave what is expected" + (troubles.isEmpty() ? "" : "; " + String.join("; ", troubles));
        return assertion.message() == null ? ours : assertion.message() + " (" + ours + ")";
    }
}
