package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Reads a promptfoo configuration, expands its tests, and writes the project that does the same. */
public final class PromptfooImport {

    private static final Set<String> KEYS = Set.of("$schema", "description", "tags", "prompts", "providers", "targets",
            "tests", "scenarios", "defaultTest", "env", "evaluateOptions", "outputPath", "sharing",
            "writeLatestResults",
            "assertionTemplates", "metadata");
    private static final Set<String> LOOSE = Set.of("definitions", "$defs", "templates", "commandLineOptions");
    private static final String PROMPT = "{{prompt}}";
    /** Largest suite written as YAML, in cases. */
    private static final int MOST_IN_YAML = 500;

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Set<String> programs = new HashSet<>();
    private final Losses losses = new Losses();
    private final Located config;
    private final Sources sources;
    private final GeneratedScripts scripts;
    private final ProviderAgents agents;
    private final AssertionTranslation assertions;
    private final List<Prompt> prompts;

    private PromptfooImport(Located config, Sources sources) {
        this.config = config;
        this.sources = sources;
        this.scripts = new GeneratedScripts(sources, files);
        this.prompts = new Prompts(config, sources, losses).all();
        this.agents = new ProviderAgents(config, sources, scripts, files, losses,
                prompts.stream().anyMatch(Prompt::isChat));
        this.assertions = new AssertionTranslation(agents, scripts, sources, losses);
    }

    /**
     * @param workingFolder files below it are read, too
     * @throws Unreadable when the configuration is no YAML or JSON
     */
    public static Imported of(Path file, Path workingFolder) throws IOException, Unreadable {
        var found = new ArrayList<Fault>();
        var faults = new Faults(file.toString(), found::add);
        var nodes = YamlText.read(Files.readString(file), faults);
        if (!faults.flush() || nodes.isEmpty()) {
            throw new Unreadable(found.isEmpty() ? file + " is empty" : found.getFirst().toString());
        }
        var root = new Located(Sources.dereferenced(nodes.getFirst(), nodes.getFirst(), 0),
                file.getFileName().toString());
        if (root.get("prompts") == null && root.get("providers") == null && root.get("targets") == null) {
            throw new Unreadable(file + " is no promptfoo configuration: it has neither 'prompts' nor 'providers'");
        }
        return new PromptfooImport(root, new Sources(file.toAbsolutePath().getParent(), workingFolder)).imported();
    }

    /** The configuration can't be read; the message says where and why. */
    public static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }

    private Imported imported() {
        var known = new HashSet<>(KEYS);
        known.addAll(LOOSE);
        losses.unread(config, known, "the configuration");
        agents.read();
        var expansion = new TestExpansion(config, sources, losses, agents::env);
        var trials = expansion.all();
        var cases = Json.MAPPER.createArrayNode();
        for (var prompt : prompts) {
            var left = new ArrayDeque<>(trials);
            while (!left.isEmpty()) {
                var together = together(prompt, left);
                expansion.carry(together.getFirst().at(), _ -> cases.add(written(prompt, together)));
            }
        }
        write("muster.yaml", agents.project());
        suite(cases);
        scripts.write(programs);
        return new Imported(files, programs, losses.all(), losses.shares(), cases.size());
    }

    private void suite(ArrayNode cases) {
        if (cases.size() <= MOST_IN_YAML) {
            write("tests/promptfoo.yaml", cases);
        } else {
            scripts.put("tests/promptfoo.jsonl",
                    cases.valueStream().map(JsonNode::toString).collect(Collectors.joining("\n", "", "\n")));
        }
    }

    private void write(String name, JsonNode value) {
        var settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setWidth(120).setIndicatorIndent(2)
                .setIndentWithIndicator(true).build();
        scripts.put(name, new Dump(settings).dumpToString(Json.MAPPER.convertValue(value, Object.class)));
    }

    /** Takes the tests that make the next case: those of one conversation, or one alone. */
    private static List<Trial> together(Prompt prompt, Deque<Trial> left) {
        var first = left.removeFirst();
        var together = new ArrayList<>(List.of(first));
        if (prompt.hasHistory()) {
            var key = conversation(first);
            left.removeIf(trial -> conversation(trial).equals(key) && together.add(trial));
        } else if (stored(first) != null) {
            var names = new HashSet<>(Set.of(String.valueOf(stored(first))));
            while (!left.isEmpty() && uses(prompt, left.getFirst(), names)) {
                together.add(left.removeFirst());
                names.add(String.valueOf(stored(together.getLast())));
            }
        }
        return together;
    }

    private static String conversation(Trial trial) {
        var id = trial.inside("metadata", "conversationId");
        return id == null ? "" : String.valueOf(id.text());
    }

    private static @Nullable String stored(Trial trial) {
        var name = trial.inside("options", "storeOutputAs");
        return name == null ? null : name.text();
    }

    private static boolean uses(Prompt prompt, Trial trial, Set<String> names) {
        var text = prompt.text() + trial.at().json();
        return names.stream()
                .anyMatch(name -> text.contains("{{" + name + "}}") || text.contains("{{ " + name + " }}"));
    }

    private ObjectNode written(Prompt prompt, List<Trial> trials) throws CannotCarry {
        var first = trials.getFirst();
        var written = Json.MAPPER.createObjectNode();
        var number = first.choice() == 0 ? "test-" + first.number() : "test-" + first.number() + "-" + first.choice();
        written.put("id", prompts.size() == 1 ? number : number + "-" + prompt.id());
        var description = first.text("description");
        if (description != null) {
            written.put("name", description.lines().findFirst().orElse(""));
        }
        if (prompts.size() > 1) {
            written.putObject("labels").put("prompt", prompt.id());
        }
        var repeat = config.get("evaluateOptions") instanceof Located options ? options.get("repeat") : null;
        if (repeat != null) {
            written.set("repeat", repeat.json());
        }
        agent(first, written);
        var simulated = simulated(first);
        var messages = messages(prompt, first, Map.of());
        if (messages.toString().contains("${ENV.")) {
            written.put("variables", true);
        }
        if (simulated != null) {
            simulated(written, simulated, messages, first);
            return written;
        }
        agents.metadata(first).forEach(written.withObjectProperty("metadata")::set);
        if (written.path("metadata").isEmpty()) {
            written.remove("metadata");
        }
        if (trials.size() == 1) {
            opening(written, messages);
            put("assertions", assertions.of(first), written);
        } else {
            turns(written, prompt, trials, messages);
        }
        return written;
    }

    private static void opening(ObjectNode written, List<ObjectNode> messages) {
        if (messages.size() == 1 && messages.getFirst().path("role").asString("").equals("user")) {
            written.set("input", messages.getFirst().get("content"));
        } else {
            messages.forEach(written.putArray("messages")::add);
        }
    }

    private void turns(ObjectNode written, Prompt prompt, List<Trial> trials, List<ObjectNode> opening)
            throws CannotCarry {
        written.put("type", "scripted");
        if (opening.size() > 1) {
            opening.subList(0, opening.size() - 1).forEach(written.putArray("messages")::add);
        }
        var turns = written.putArray("turns");
        var captured = new HashMap<String, String>();
        for (var trial : trials) {
            var turn = turns.addObject();
            turn.set("input", messages(prompt, trial, captured).getLast().get("content"));
            put("assertions", assertions.of(trial), turn);
            turn.put("continue_on_failure", true);
            var name = stored(trial);
            if (name != null) {
                turn.putObject("capture").put(name, "$.content");
                captured.put(name, "${captured." + name + "}");
            }
        }
    }

    private static void put(String key, ArrayNode values, ObjectNode to) {
        if (!values.isEmpty()) {
            to.set(key, values);
        }
    }

    private List<ObjectNode> messages(Prompt prompt, Trial trial, Map<String, String> captured) throws CannotCarry {
        var names = trial.names(agents::env);
        VarTemplate.Names all = (name, asJson) -> {
            var stored = captured.get(name);
            return stored == null ? names.value(name, asJson) : stored;
        };
        var around = trial.inside("options", "prefix");
        var after = trial.inside("options", "suffix");
        return Prompt.messages((around == null ? "" : around.text()) + prompt.text()
                + (after == null ? "" : after.text()), all);
    }

    private static @Nullable Located simulated(Trial trial) {
        var provider = trial.get("provider");
        var id = provider == null ? null : provider.isObject() ? provider.text("id") : provider.text();
        return "promptfoo:simulated-user".equals(id) ? provider : null;
    }

    /** A test may name another provider. */
    private void agent(Trial trial, ObjectNode written) {
        var provider = trial.get("provider");
        if (provider != null && simulated(trial) == null) {
            losses.add(provider, "'provider' of a test is not carried over: write its 'agent', or select cases by -k");
        }
    }

    private void simulated(ObjectNode written, Located provider, List<ObjectNode> messages, Trial trial)
            throws CannotCarry {
        var settings = provider.get("config");
        var asked = settings == null || settings.text("instructions") == null ? "{{instructions}}"
                : String.valueOf(settings.text("instructions"));
        written.put("type", "multi_turn");
        for (var message : messages) {
            if (!message.path("content").asString("").isBlank()) {
                written.withArrayProperty("messages").add(message.put("role", "system"));
            }
        }
        written.putObject("simulator").put("use", "agents:" + agents.simulatedUser(provider)).putObject("metadata")
                .put("goal", VarTemplate.render(asked, trial.names(agents::env)));
        var turns = settings == null ? null : settings.get("maxTurns");
        written.set("max_turns", turns == null ? Json.MAPPER.valueToTree(10) : turns.json());
        written.putObject("awaiting").put("pattern", "(?s).");
        written.put("final_scope", "whole");
        put("final_assertions", assertions.of(trial), written);
    }
}
