package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.config.AgentBehavior;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.suite.pick.Selection;
import dev.muster.coordinator.suite.project.Targets;
import dev.muster.coordinator.suite.source.Fault;

/** A project folder for test files, and the outcome of reading it. */
public final class ReadSuite implements SuiteSink {

    private final Path root;
    private final List<TestCase> cases = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private CaseDefaults defaults = CaseDefaults.NONE;
    private Generators generators = Generators.NONE;
    private InputStream standardInput = InputStream.nullInputStream();
    private CallableScripts scripts = CallableScripts.UNSEEN;
    private Selection selection = Selection.ALL;

    private ReadSuite(Path root) {
        this.root = root;
    }

    public static ReadSuite in(Path root) {
        return new ReadSuite(root);
    }

    public ReadSuite in(CaseDefaults run) {
        defaults = run;
        return this;
    }

    /** Reads only the cases that match, where no verdict is known. */
    public ReadSuite selecting(String... filters) {
        selection = Selection.of(List.of(filters), null, (agent, after, all) -> new NewestVerdicts(false, List.of()),
                candidate -> List.of("expense"), this::fault);
        return this;
    }

    /** Sets what {@code -i -} reads. */
    ReadSuite piped(String text) {
        standardInput = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Makes every generator answer with this text. */
    public ReadSuite generating(String answer) {
        return generating((generator, parameters) -> new HelperReply.Text(answer));
    }

    public ReadSuite generating(Generators all) {
        generators = all;
        return this;
    }

    public ReadSuite with(String name, String text) {
        return with(name, text.getBytes(StandardCharsets.UTF_8));
    }

    public ReadSuite with(String name, byte[] bytes) {
        try {
            var file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns one case of {@code t.jsonl} with id {@code a}, input {@code hi} and these members. */
    public static TestCase caseWith(Path root, String members) {
        return sound(root, "{\"id\": \"a\", \"input\": \"hi\"" + (members.isEmpty() ? "" : ", " + members) + "}");
    }

    static TestCase sound(Path root, String text) {
        var suite = in(root).with("t.jsonl", text).read("t.jsonl");
        if (!suite.faults().isEmpty() || suite.cases().size() != 1) {
            throw new AssertionError(suite.cases.size() + " cases, faults: " + suite.faults);
        }
        return suite.cases.getFirst();
    }

    static List<String> faultsOf(Path root, String text) {
        return in(root).with("t.jsonl", text).read("t.jsonl").faults();
    }

    ReadSuite knowing(CallableScripts these) {
        scripts = these;
        return this;
    }

    public ReadSuite read(String... inputs) {
        return read(project(root), inputs);
    }

    ReadSuite read(ProjectConfig config, String... inputs) {
        reader(config, true).read(List.of(inputs));
        return this;
    }

    SuiteReading reading(String... inputs) {
        return reader(project(root), true).read(List.of(inputs));
    }

    /** Reads cases that will not run. */
    ReadSuite look(ProjectConfig config, String... inputs) {
        reader(config, false).read(List.of(inputs));
        return this;
    }

    private SuiteReader reader(ProjectConfig config, boolean toBeRun) {
        return new SuiteReader(config, root, new Targets(config, List.of(), List.of()), toBeRun, defaults,
                new SuiteSources(generators, ScriptTests.NONE, scripts, () -> standardInput),
                selection, this);
    }

    static ProjectConfig project(Path root) {
        var agents = new LinkedHashMap<String, AgentConfig>();
        agents.put("expense", agent(Protocol.AG_UI, false));
        agents.put("chat", agent(Protocol.OPENAI, false));
        agents.put("judge", agent(Protocol.OPENAI, true));
        return ProjectConfig.of(root, "muster.yaml",
                new ProjectConfig.Targets(agents,
                        Map.of("gpt", new ConnectorConfig("http://127.0.0.1:1", "m", Map.of())), Map.of()),
                new ProjectConfig.Defaults("expense", Duration.ofMinutes(5)));
    }

    private static AgentConfig agent(Protocol protocol, boolean helper) {
        return new AgentConfig(AgentEndpoint.at(protocol, "http://127.0.0.1:1"), AgentConfig.Prompt.NONE, helper,
                AgentConfig.Limits.NONE, AgentBehavior.USUAL);
    }

    @Override
    public void accept(TestCase testCase) {
        cases.add(testCase);
    }

    @Override
    public void fault(Fault fault) {
        faults.add(fault.toString());
    }

    @Override
    public void warning(Fault warning) {
        warnings.add(warning.toString());
    }

    List<String> warnings() {
        return warnings;
    }

    public List<TestCase> cases() {
        return cases;
    }

    public List<String> faults() {
        return faults;
    }
}
