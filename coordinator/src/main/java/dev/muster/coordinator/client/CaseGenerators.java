package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.option.Reference;
import dev.muster.common.script.ScriptDocuments;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.Scripts;
import dev.muster.common.target.HelperDocument;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.run.HelperRole;
import dev.muster.coordinator.suite.Generators;
import dev.muster.coordinator.suite.project.TargetChoice;
import dev.muster.coordinator.suite.project.Targets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Generates cases through agents, which the coordinator calls, and scripts, which run here, beside the files. */
final class CaseGenerators implements Generators {
    private final ProjectConfig config;
    private final Targets targets;
    private final HelperCalls agents;
    private final Scripts scripts;
    private final long seed;

    /**
     * @param targets select the agent that the cases test
     * @param seed sent to generators that are given none
     */
    CaseGenerators(ProjectConfig config, Targets targets, HelperCalls agents, Scripts scripts, long seed) {
        this.config = config;
        this.targets = targets;
        this.agents = agents;
        this.scripts = scripts;
        this.seed = seed;
    }

    /** @throws UncheckedIOException when the fleet is unreachable */
    @Override
    public HelperReply generate(Reference generator, ObjectNode given) {
        var parameters = given.has("seed") ? given : given.deepCopy().put("seed", seed);
        try {
            return switch (generator.kind()) {
                case AGENT -> byAgent(generator, parameters);
                case SCRIPT -> byScript(generator.id(), parameters);
                case CONNECTOR -> new HelperReply.Failed("a model alone makes no cases; describe an agent that does");
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new HelperReply.Failed("it was interrupted");
        }
    }

    private HelperReply byAgent(Reference generator, ObjectNode parameters) throws IOException, InterruptedException {
        var trouble = targets.helperTrouble(generator.id());
        if (trouble.isPresent()) {
            return new HelperReply.Failed(trouble.get());
        }
        return switch (targets.choose(null, null)) {
            case TargetChoice.None none -> new HelperReply.Failed(none.sentence());
            case TargetChoice.Target(var target, var connector) ->
                ask(generator, document(generator, target, parameters));
        };
    }

    private HelperReply ask(Reference generator, ObjectNode document) throws IOException, InterruptedException {
        return switch (agents.ask(HelperRole.GENERATOR, generator.id(), document)) {
            case HelperReply.Text text -> text;
            case HelperReply.Failed(var why) -> new HelperReply.Failed("it gave no cases: " + why);
        };
    }

    private ObjectNode document(Reference generator, String target, ObjectNode parameters) {
        var document = HelperDocument.of(HelperRole.GENERATOR.mode(), generator.toString(),
                UUID.randomUUID().toString()).put("target_agent", target);
        Optional.ofNullable(config.targets().agents().get(target)).ifPresent(agent -> describe(agent, document));
        return HelperDocument.withMetadata(document, parameters.properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    private static void describe(AgentConfig agent, ObjectNode to) {
        if (agent.prompt().description() != null) {
            to.put("target_description", agent.prompt().description());
        }
        if (!agent.prompt().tools().isEmpty()) {
            to.putArray("target_tools").addAll(agent.prompt().tools());
        }
    }

    private HelperReply byScript(String name, ObjectNode parameters) throws InterruptedException {
        try {
            var cases = scripts.call(name, ScriptDocuments.generator(parameters), Scripts.inTime());
            return new HelperReply.Text(lines(cases));
        } catch (ScriptFailed e) {
            return new HelperReply.Failed(String.valueOf(e.getMessage()));
        }
    }

    /** Writes each case on its own line: script values have no position, so the line number is the case's number. */
    private static String lines(JsonNode cases) {
        var list = list(cases);
        return list == null || list.isEmpty() ? cases.toString()
                : StreamSupport.stream(list.spliterator(), false).map(JsonNode::toString)
                        .collect(Collectors.joining("\n"));
    }

    private static @Nullable JsonNode list(JsonNode cases) {
        if (cases.isArray()) {
            return cases;
        }
        var wrapped = cases.has("cases") ? cases.get("cases") : cases.get("test_cases");
        return wrapped != null && wrapped.isArray() ? wrapped : null;
    }
}
