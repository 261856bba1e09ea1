package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.Redaction;
import dev.muster.common.bundle.BundlePath;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.Gate;
import dev.muster.common.config.Heading;
import dev.muster.common.config.JdbcUrl;
import dev.muster.common.config.Judging;
import dev.muster.common.config.Keeping;
import dev.muster.common.config.Keeping.Replies;
import dev.muster.common.config.Notice;
import dev.muster.common.config.Pricing;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.run.ProjectName;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.Words;
import dev.muster.coordinator.suite.source.YamlText;
import org.jspecify.annotations.Nullable;

/** Reads the text of {@code muster.yaml}, or of the smaller {@code aguitest.config.yaml}. */
final class ConfigReader {

    private static final Map<String, Notice.When> WHEN = Words.of(Notice.When.values(), Notice.When::wire);
    private static final Map<String, Replies> REPLIES = Words.of(Replies.values(), Replies::wire);
    private static final Node.Obj NOTHING = new Node.Obj(Map.of(), new Position(1, 1));

    private final Path root;
    private final String file;
    private final Faults faults;
    private final EndpointReader endpoints;

    ConfigReader(Path root, Faults faults) {
        this.root = root;
        this.file = faults.file();
        this.faults = faults;
        this.endpoints = new EndpointReader(faults);
    }

    Map<String, List<Fault>> ofHooks() {
        return endpoints.ofHooks();
    }

    ProjectConfig read(String text) {
        var fields = Fields.of(document(text), faults);
        fields.any("$schema");
        var project = name(fields);
        var connectors = fields.named("connectors", this::connector);
        var agents = agents(fields, connectors);
        var defaults = defaults(fields, agents, connectors);
        var retry = fields.part("retry", ConfigReader::retry, RetryPolicy.DEFAULT);
        var scripts = scripts(fields);
        var databases = fields.named("databases", this::database);
        var gate = fields.part("gate", ConfigReader::gate, Gate.NONE);
        var quarantine = new QuarantineReader(agents.keySet(), faults).read(fields);
        var keeping = keeping(fields);
        var notices = fields.objects("notify", "an entry of 'notify'", this::notice);
        fields.done();
        faults.flush();
        return new ProjectConfig(root, new Heading(file, project),
                new ProjectConfig.Targets(ProjectReader.kept(agents), ProjectReader.kept(connectors), databases),
                defaults, retry, scripts, gate, quarantine, keeping, notices);
    }

    private @Nullable String name(Fields fields) {
        var name = endpoints.plain(fields, "project");
        var trouble = name == null ? Optional.<String>empty() : ProjectName.trouble(name);
        trouble.ifPresent(why -> fields.fault("project", "the name of a project " + why));
        return trouble.isEmpty() ? name : null;
    }

    private Node.Obj document(String text) {
        var documents = YamlText.read(text.startsWith("\uFEFF") ? text.substring(1) : text, faults);
        if (documents.size() > 1) {
            faults.add(documents.get(1).at(), "a configuration is one document");
        }
        return documents.isEmpty() ? NOTHING : object(documents.getFirst());
    }

    private Node.Obj object(Node node) {
        if (node instanceof Node.Obj object) {
            return object;
        }
        if (!node.isNull()) {
            faults.add(node.at(), "a configuration must be an object, not " + node.kind());
        }
        return NOTHING;
    }

    private ConnectorConfig connector(String name, Node node) {
        var fields = Fields.of(node, "connector '" + name + "'", faults);
        if (fields == null) {
            return new ConnectorConfig("", null, Map.of());
        }
        endpoints.reading("connector " + name);
        fields.require("url", "connector '" + name + "' needs 'url'");
        var url = endpoints.url(fields, "url");
        var connector = new ConnectorConfig(url == null ? "" : url, endpoints.plain(fields, "model"),
                endpoints.headers(fields), fields.part("pricing", pricing -> pricing(name, pricing)));
        fields.done();
        return connector;
    }

    /** Reads prices; both are required, as one alone gives only half the cost. */
    private static @Nullable Pricing pricing(String connector, Fields pricing) {
        var input = price("input_per_million", connector, pricing);
        var output = price("output_per_million", connector, pricing);
        var cached = pricing.number("cached_input_per_million", 0, Double.MAX_VALUE);
        return input == null || output == null ? null
                : new Pricing(input, output, cached == null ? null : BigDecimal.valueOf(cached));
    }

    private static @Nullable BigDecimal price(String name, String connector, Fields pricing) {
        var price = pricing.number(name, 0, Double.MAX_VALUE);
        pricing.require(name, "'pricing' of connector '" + connector + "' needs '" + name + "' (0 when it is free)");
        return price == null ? null : BigDecimal.valueOf(price);
    }

    private Map<String, AgentConfig> agents(Fields fields, Map<String, ConnectorConfig> connectors) {
        var reader = new AgentReader(root, connectors, endpoints, faults);
        var agents = fields.named("agents", reader::read);
        var target = fields.object("target");
        var single = target == null ? null : reader.target(target);
        if (single != null && agents.putIfAbsent("default", single) != null) {
            fields.fault("target", "'target' is agent 'default', and 'agents' has one of that name too");
        }
        return agents;
    }

    private static ProjectConfig.Defaults defaults(Fields fields, Map<String, AgentConfig> agents,
            Map<String, ConnectorConfig> connectors) {
        var defaults = fields.object("defaults");
        if (defaults == null) {
            return ProjectConfig.Defaults.NONE;
        }
        var named = defaults.any("agent") instanceof Node.Items ? defaults.texts("agent")
                : Stream.ofNullable(defaults.text("agent")).toList();
        named.stream().filter(agent -> !agents.containsKey(agent)).forEach(
                agent -> defaults.fault("agent", Nearest.unknown("agent", agent, agents.keySet())));
        var timeout = defaults.duration("timeout");
        var simulator = helper("simulator", defaults, agents);
        var validator = helper("validator", defaults, agents);
        if (validator != null && validator.kind() == Reference.Kind.SCRIPT) {
            defaults.fault("validator", "'validator' is an agent; a script judges in an assertion of type script");
        }
        var maxTurns = defaults.whole("max_turns", 1, 100_000);
        var onMissing = ConversingReader.onMissingInput(defaults);
        var refusal = ConversingReader.refusal(defaults);
        var judging = judging(defaults, agents.keySet(), connectors.keySet());
        var awaiting = ConversingReader.awaiting(defaults);
        agents.replaceAll((_, each) -> each.with(
                each.manners().with(each.manners().awaiting().over(awaiting))));
        defaults.done();
        return new ProjectConfig.Defaults(List.copyOf(new LinkedHashSet<>(named)), timeout, simulator, validator,
                maxTurns, onMissing, refusal, judging);
    }

    private static Judging judging(Fields defaults, Set<String> agents, Set<String> connectors) {
        var text = defaults.text("judge");
        var judge = text == null ? null : Targets.judge(text, agents);
        if (judge != null && !(judge.kind() == Reference.Kind.AGENT ? agents : connectors).contains(judge.id())) {
            defaults.fault("judge", Nearest.unknown("agent or connector", judge.id(),
                    Stream.concat(agents.stream(), connectors.stream()).toList()));
        }
        return new Judging(judge, defaults.known("embeddings", "connector", connectors));
    }

    private static @Nullable Reference helper(String name, Fields defaults, Map<String, AgentConfig> agents) {
        var text = defaults.text(name);
        if (text == null) {
            return null;
        }
        var helper = Reference.of(text);
        if (helper.kind() == Reference.Kind.AGENT && !agents.containsKey(helper.id())) {
            defaults.fault(name, Nearest.unknown("agent", helper.id(), agents.keySet()));
        }
        return helper;
    }

    private static RetryPolicy retry(Fields retry) {
        var usual = RetryPolicy.DEFAULT;
        var attempts = retry.whole("max_attempts", 1, 100);
        return new RetryPolicy(Objects.requireNonNullElse(attempts, usual.maxAttempts()), attempts,
                Objects.requireNonNullElse(retry.duration("initial_delay"), usual.initialDelay()),
                Objects.requireNonNullElse(retry.duration("max_wait"), usual.maxWait()));
    }

    private String scripts(Fields fields) {
        var folder = endpoints.plain(fields, "scripts");
        if (folder == null) {
            return ProjectConfig.SCRIPTS;
        }
        var path = BundlePath.normal(folder);
        if (path.isEmpty()) {
            fields.fault("scripts", "the scripts folder must lie in the project's: write a path from there, such as "
                    + "tests/scripts");
        }
        return path.orElse(ProjectConfig.SCRIPTS);
    }

    /** Reads the conditions under which a run passes. */
    private static Gate gate(Fields gate) {
        double least = gate.number("min_pass_rate", 0, 1, Gate.NONE.minPassRate());
        var newlyFailing = gate.whole("newly_failing", 0, Integer.MAX_VALUE);
        if (least == 0 && newlyFailing == null) {
            gate.warn("min_pass_rate", "with 0 a run passes its gate even if every case fails; write the lowest share"
                    + " of passed results that you accept, such as 0.9");
        }
        return new Gate(least,
                gate.whole("max_infrastructure_errors", 0, Integer.MAX_VALUE, Gate.NONE.maxInfrastructureErrors()),
                gate.number("max_skipped", 0, 1, Gate.NONE.maxSkipped()), gate.flag("allow_flaky", false),
                newlyFailing, gate.flag("allow_unchecked", false));
    }

    private @Nullable DatabaseConfig database(String name, Node node) {
        var what = "database '" + name + "'";
        var fields = Fields.of(node, what, faults);
        if (fields == null) {
            return null;
        }
        fields.needed("url", what);
        var url = endpoints.filled(fields, "url");
        if (url != null && !url.startsWith("${")) {
            JdbcUrl.trouble(url).ifPresent(trouble -> fields.fault("url", trouble));
        }
        var database = new DatabaseConfig(url == null ? "" : url, endpoints.filled(fields, "user"),
                endpoints.filled(fields, "password"));
        fields.done();
        return database;
    }

    /** Reads an entry of {@code notify}. */
    private @Nullable Notice notice(Fields fields) {
        fields.needed("url", "an entry of 'notify'");
        var url = endpoints.url(fields, "url");
        var headers = endpoints.headers(fields);
        var when = when(fields);
        return url == null || when == null ? null : new Notice(url, headers, when);
    }

    private static Notice.@Nullable When when(Fields fields) {
        var when = fields.choice("when", WHEN,
                word -> "'when' is one of " + String.join(", ", WHEN.keySet()) + ", not '" + word + "'");
        return when == null && !fields.has("when") ? Notice.When.NOT_PASSED : when;
    }

    /** Reads {@code redact}, {@code store} and {@code retention}: what is kept of a run. */
    private Keeping keeping(Fields fields) {
        var redact = redact(fields);
        var replies = fields.part("store", ConfigReader::replies, Replies.ALL);
        return new Keeping(redact, replies,
                fields.part("retention", retention -> retention.duration("runs", "\"90d\"")));
    }

    private List<String> redact(Fields fields) {
        var node = fields.any("redact");
        return node == null || node.isNull() ? List.of()
                : node.items().stream().map(this::pattern).flatMap(Optional::stream).toList();
    }

    private Optional<String> pattern(Node node) {
        var pattern = node.string();
        if (pattern == null) {
            faults.add(node.at(),
                    "a pattern in 'redact' must be a text, not " + node.kind() + "; put it in quotes");
            return Optional.empty();
        }
        try {
            Redaction.of(List.of(pattern));
            return Optional.of(pattern);
        } catch (AssertionFault e) {
            faults.add(node.at(), "redact: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static Replies replies(Fields store) {
        store.plain("replies");
        return Objects.requireNonNullElse(store.choice("replies", REPLIES,
                word -> "'replies' is all, not_passed or none, not '" + word + "'"), Replies.ALL);
    }
}
