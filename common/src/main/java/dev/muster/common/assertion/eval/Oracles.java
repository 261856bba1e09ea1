package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Trace;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.OracleKind;
import dev.muster.common.assertion.eval.CompiledCheck.Expectation;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compiles the oracles of AgentEval. */
final class Oracles {

    static CompiledCheck compile(Check.Oracle oracle) throws AssertionFault {
        var kind = OracleKind.named(oracle.oracle()).orElseThrow(() -> new AssertionFault("unknown oracle '"
                + oracle.oracle() + "'; there are "
                + Stream.of(OracleKind.values()).map(OracleKind::wire).collect(Collectors.joining(", "))));
        var settings = OracleSettings.of(kind, oracle.config());
        return scored(switch (kind) {
            case EXACT_MATCH -> ExactMatch.compile(settings, oracle.expected());
            case SCHEMA_VALIDATE -> schema(settings, oracle.expected());
            case TRACE_NO_ERRORS -> new CleanTrace(settings.flag("allowWarnings", true),
                    settings.isNumber("requiredSteps") ? List.of() : settings.texts("requiredSteps"),
                    settings.isNumber("requiredSteps") ? settings.whole("requiredSteps") : OptionalInt.empty(),
                    settings.whole("maxSteps"));
            case TRACE_VALIDATE_SUB_AGENTS -> new SubAgents(settings.texts("requiredAgents"),
                    settings.texts("forbiddenAgents"), settings.whole("minIterations"));
            case SQL_VALIDATE, LLM_JUDGE -> throw new AssertionFault(
                    "the oracle " + kind.wire() + " asks somebody, and is not compiled");
        });
    }

    /** Returns a check that always gives a score: 1 when it holds, else 0, unless it gives another one itself. */
    private static CompiledCheck scored(CompiledCheck check) {
        return CompiledCheck.of(check::expectation, reply -> {
            try {
                var finding = check.look(reply);
                return finding.score() == null ? finding.scored() : finding;
            } catch (TooCostly bound) {
                return Observation.undecided(bound::sentence).scored(0);
            }
        });
    }

    /**
     * Returns an oracle without expectations: a pass would mean nothing, so it fails.
     *
     * @param verb what the reply should do
     * @param missing what the suite lacks
     */
    static CompiledCheck nothingExpected(String verb, String missing) {
        return CompiledCheck.of(() -> Expectation.ofReply(verb),
                reply -> Observation.undecided(() -> "but " + missing));
    }

    /** Returns a check that the reply matches a JSON Schema and has some fields; a null value counts. */
    private static CompiledCheck schema(OracleSettings settings, JsonNode expected) throws AssertionFault {
        boolean strict = settings.flag("strict", false);
        List<DottedPath> fields = settings.texts("requiresFields").stream().map(DottedPath::new).toList();
        var written = expected.get(OracleKind.SCHEMA);
        if (written == null && fields.isEmpty()) {
            return nothingExpected("fit a schema", "expectedOutcomes has no " + OracleKind.SCHEMA
                    + ", and the oracle no requiresFields");
        }
        var schema = written == null ? null : JsonSchema.compile(strict ? StrictSchema.of(written) : written);
        var names = String.join(", ", fields.stream().map(DottedPath::path).toList());
        var have = fields.isEmpty() ? "" : "have " + names;
        return CompiledCheck.of(
                () -> Expectation.ofReply(
                        schema == null ? have : "fit the schema" + (have.isEmpty() ? "" : " and " + have)),
                reply -> !fields.isEmpty() && reply.json().isEmpty() ? reply.noJson()
                        : Observation.unless(missing(fields, reply.value()).or(() -> misfit(schema, reply.value())),
                                () -> "but it does").seeing(() -> Seen.of(reply.value())));
    }

    private static Optional<String> missing(List<DottedPath> fields, JsonNode found) {
        return fields.stream().filter(field -> field.in(found).isEmpty()).findFirst()
                .map(field -> "found " + Excerpt.of(found) + ": it has no " + field);
    }

    private static Optional<String> misfit(@Nullable JsonSchema schema, JsonNode found) {
        return Optional.ofNullable(schema).map(each -> each.trouble(found)).filter(differences -> !differences.none())
                .map(differences -> "found " + Excerpt.of(found) + differences.behindColon());
    }

    private static String listed(List<String> names, String none) {
        return names.isEmpty() ? none
                : names.stream().limit(10).collect(Collectors.joining(", ")) + (names.size() > 10 ? ", …" : "");
    }

    /**
     * trace-validate-sub-agents: the required sub-agents ran, and the forbidden ones did not.
     *
     * @param minIterations minimum number of sub-agent runs in total
     */
    private record SubAgents(List<String> required, List<String> forbidden,
            OptionalInt minIterations) implements CompiledCheck {

        @Override
        public Expectation expectation() {
            var wanted = new ArrayList<String>();
            if (!required.isEmpty()) {
                wanted.add("include " + String.join(", ", required));
            }
            if (!forbidden.isEmpty()) {
                wanted.add("leave out " + String.join(", ", forbidden));
            }
            minIterations.ifPresent(least -> wanted.add("run at least " + Excerpt.counted(least, "time")));
            return new Expectation("the sub-agents", wanted.isEmpty() ? "be anything" : String.join(" and ", wanted));
        }

        @Override
        public Observation look(ResponseDocument reply) {
            var names = reply.reply().trace().subAgents().stream().map(Trace.SubAgent::name).toList();
            return Observation.unless(missing(names).or(() -> present(names)).or(() -> tooFew(names)),
                    () -> "but it is so: " + listed(names, "no sub-agent ran"));
        }

        private Optional<String> missing(List<String> names) {
            return required.stream().filter(name -> !isAmong(name, names)).findFirst()
                    .map(name -> "but " + name + " did not run: " + listed(names, "no sub-agent ran"));
        }

        private Optional<String> present(List<String> names) {
            return forbidden.stream().filter(name -> isAmong(name, names)).findFirst()
                    .map(name -> "but " + name + " ran: " + listed(names, "no sub-agent ran"));
        }

        private static boolean isAmong(String name, List<String> names) {
            return names.stream().anyMatch(name::equalsIgnoreCase);
        }

        private Optional<String> tooFew(List<String> names) {
            return minIterations.isEmpty() || names.size() >= minIterations.getAsInt() ? Optional.empty()
                    : Optional.of("but there were " + names.size() + ": " + listed(names, "no sub-agent ran"));
        }
    }

    /**
     * trace-no-errors: no tool and no sub-agent failed, all required steps were made, and the number of steps is within
     * bounds.
     */
    private record CleanTrace(boolean allowWarnings, List<String> requiredSteps, OptionalInt minSteps,
            OptionalInt maxSteps) implements CompiledCheck {

        @Override
        public Expectation expectation() {
            return new Expectation("the trace", "have no errors"
                    + (requiredSteps.isEmpty() ? "" : ", the steps " + String.join(", ", requiredSteps))
                    + (minSteps.isEmpty() ? "" : ", at least " + Excerpt.counted(minSteps.getAsInt(), "step"))
                    + (maxSteps.isEmpty() ? "" : ", at most " + Excerpt.counted(maxSteps.getAsInt(), "step"))
                    + (allowWarnings ? "" : ", no warnings"));
        }

        @Override
        public Observation look(ResponseDocument reply) {
            return Observation.unless(failedTool(reply).or(() -> failedAgent(reply)).or(() -> warning(reply))
                    .or(() -> missingStep(reply)).or(() -> wrongCount(reply)), () -> "but it is so");
        }

        private static Optional<String> failedTool(ResponseDocument reply) {
            return reply.reply().content().toolResults().stream().filter(ToolResult::error).findFirst()
                    .map(result -> "but the tool " + name(result) + " failed with " + Excerpt.of(result.content()));
        }

        private static String name(ToolResult result) {
            return result.name() == null ? "of call " + result.toolCallId() : result.name();
        }

        private static Optional<String> failedAgent(ResponseDocument reply) {
            return reply.reply().trace().subAgents().stream().filter(agent -> agent.error() != null).findFirst()
                    .map(agent -> "but the sub-agent " + agent.name() + " failed with "
                            + Excerpt.of(String.valueOf(agent.error())));
        }

        private Optional<String> warning(ResponseDocument reply) {
            return allowWarnings ? Optional.empty()
                    : reply.reply().warnings().stream().findFirst().map(text -> "but there was a warning: " + text);
        }

        private Optional<String> missingStep(ResponseDocument reply) {
            var made = names(reply);
            return requiredSteps.stream().filter(step -> !made.contains(step)).findFirst()
                    .map(step -> "but there was no step " + step + ": " + listed(made, "the agent named no steps"));
        }

        private Optional<String> wrongCount(ResponseDocument reply) {
            var made = names(reply);
            return made.size() >= minSteps.orElse(0) && made.size() <= maxSteps.orElse(Integer.MAX_VALUE)
                    ? Optional.empty()
                    : Optional.of("but there were " + made.size() + ": " + listed(made, "the agent named no steps"));
        }

        private static List<String> names(ResponseDocument reply) {
            return reply.reply().trace().steps().stream().map(Trace.StepRecord::name).toList();
        }
    }

    /** Makes a schema strict: forbids unnamed members in objects, unless it says otherwise. */
    static final class StrictSchema {

        private static final List<String> SAYS_ITSELF = List.of("additionalProperties", "unevaluatedProperties",
                "patternProperties");
        private static final List<String> COMPOSED = List.of("$ref", "allOf", "anyOf", "oneOf", "if",
                "dependentSchemas");

        static JsonNode of(JsonNode schema) {
            var strict = schema.deepCopy();
            close(strict);
            return strict;
        }

        /** Leaves the parts of a composition unchanged: each of them sees the members of the others. */
        private static void close(JsonNode node) {
            if (!(node instanceof ObjectNode schema)) {
                return;
            }
            if (schema.has("properties") && SAYS_ITSELF.stream().noneMatch(schema::has)) {
                schema.put(COMPOSED.stream().anyMatch(schema::has) ? "unevaluatedProperties" : "additionalProperties",
                        false);
            }
            schema.path("properties").values().forEach(StrictSchema::close);
            schema.path("prefixItems").values().forEach(StrictSchema::close);
            close(schema.path("items"));
        }
    }
}
