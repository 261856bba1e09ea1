package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.ProjectLinks;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.suite.input.DialectMarks;
import dev.muster.coordinator.suite.input.InputResolver;
import dev.muster.coordinator.suite.input.ResolvedInput;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.input.SuitePaths;
import dev.muster.coordinator.suite.pick.Candidate;
import dev.muster.coordinator.suite.pick.Selection;
import dev.muster.coordinator.suite.project.ProjectReader;
import dev.muster.coordinator.suite.project.Targets;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.SeenIds;
import dev.muster.coordinator.suite.table.TableAccess;
import dev.muster.coordinator.suite.table.TableCases;
import dev.muster.coordinator.suite.table.TableSuite;
import dev.muster.coordinator.suite.table.TablesAmongSuites;
import org.jspecify.annotations.Nullable;

/**
 * Reads the inputs of {@code -i} once, case by case, without holding the suite in memory. Reports all faults of all
 * inputs. Serves one run.
 */
public final class SuiteReader {

    private static final String STANDARD_INPUT = "stdin";
    private static final int MOST_WARNINGS = 100;

    private final Path root;
    private final ProjectConfig config;
    private final SuitePaths paths;
    private final boolean toBeRun;
    private final TargetCheck targets;
    private final CheckCompiler compiler = new CheckCompiler();
    private final CaseDefaults defaults;
    private final SuiteSources sources;
    private final BytesRead bytes = new BytesRead();
    private final Path workingFolder;
    private final BatchingSink sink;
    private final Selection selection;

    private final Map<Path, Set<String>> onlyIds = new HashMap<>();
    private final Map<Reference, SeenIds> generated = new HashMap<>();
    private final Set<String> warned = new HashSet<>();
    private final Set<Path> done = new HashSet<>();
    private final List<SuiteFile> passedOver = new ArrayList<>();
    private long cases;
    private long faults;
    private long passedCases;
    private int messages;

    /**
     * @param workingFolder the folder that inputs are relative to
     * @param targets the agents and connectors that cases may name
     * @param toBeRun whether a case without a target is a fault
     * @param selection decides which cases are read completely
     */
    public SuiteReader(ProjectConfig config, Path workingFolder, Targets targets, boolean toBeRun,
            CaseDefaults defaults, SuiteSources sources, Selection selection, SuiteSink sink) {
        var folder = workingFolder.toAbsolutePath().normalize();
        this.config = config;
        this.defaults = defaults;
        this.sources = sources;
        this.workingFolder = folder;
        this.root = config.root().toAbsolutePath().normalize();
        this.paths = new SuitePaths(folder, root);
        this.toBeRun = toBeRun;
        this.targets = new TargetCheck(targets, toBeRun, sources.scripts());
        this.selection = selection;
        this.sink = new BatchingSink(sink, bytes);
    }

    public SuiteReading read(List<String> named) {
        return read(new SuiteInputs(named, List.of(), false));
    }

    /**
     * Reads the inputs in order, then the messages, and each file once, even if several inputs name it. The sink is
     * called by one thread at a time and has everything when this returns.
     */
    public SuiteReading read(SuiteInputs inputs) {
        var resolver = new InputResolver(workingFolder, paths, inputs.inCi());
        var resolved = new TablesAmongSuites(root).leftOut(inputs.named().stream().map(resolver::resolve).toList());
        findOnlyIds(resolved);
        try (sink) {
            for (int i = 0; i < resolved.size(); i++) {
                read(inputs.named().get(i), resolved.get(i));
                selection.endOf(inputs.named().get(i));
            }
            inputs.messages().forEach(text -> say(text, "--say " + text));
            targets.end(this::fault);
        }
        passedOver.removeIf(file -> bytes.isReferred(file.path()));
        return new SuiteReading(cases, faults, passedOver, !onlyIds.isEmpty());
    }

    /** Finds the files of which only single cases are named: those that no other input names as a whole. */
    private void findOnlyIds(List<ResolvedInput> resolved) {
        for (var input : resolved) {
            if (input instanceof ResolvedInput.OneCase(var whole, var id)) {
                paths(whole).forEach(path -> onlyIds.computeIfAbsent(path, _ -> new LinkedHashSet<>()).add(id));
            }
        }
        resolved.stream().filter(input -> !onlyIds.isEmpty()).flatMap(SuiteReader::paths).forEach(onlyIds::remove);
    }

    private static Stream<Path> paths(ResolvedInput input) {
        return switch (input) {
            case ResolvedInput.Suites suites -> suites.files().stream().map(SuiteFile::path);
            case ResolvedInput.Tests(var file) -> Stream.of(file.path());
            default -> Stream.empty();
        };
    }

    private void read(String input, ResolvedInput found) {
        switch (found) {
            case ResolvedInput.Suites suites -> {
                passedOver.addAll(suites.passedOver());
                suites.files().forEach(this::readFile);
            }
            case ResolvedInput.OneCase(var whole, var _) -> read(input, whole);
            case ResolvedInput.Tests(var file) -> readTests(file);
            case ResolvedInput.Generator generator -> generate(input, generator);
            case ResolvedInput.StandardInput standard -> readStandardInput();
            case ResolvedInput.Message message -> say(message.text(), "-i " + input);
            case ResolvedInput.Wrong wrong -> fault(new Fault("-i " + input, 0, 0, wrong.sentence()));
        }
    }

    private void readFile(SuiteFile file) {
        try {
            var real = file.path().toRealPath();
            if (!done.add(real)) {
                return;
            }
            if (ProjectLinks.outside(workingFolder, file.path()).isPresent()
                    || ProjectLinks.outside(root, file.path()).isPresent()) {
                fault(new Fault(file.shown(), 0, 0, "this is a link out of the project, to " + real
                        + "; suites can't be links; name that file"));
            } else {
                readNew(file);
            }
        } catch (IOException trouble) {
            fault(new Fault(file.shown(), 0, 0,
                    "this file cannot be read (" + trouble.getClass().getSimpleName() + ")"));
        }
    }

    private void readNew(SuiteFile file) throws IOException {
        var marks = DialectMarks.of(file);
        warnOfNearer(file);
        if (marks == DialectMarks.RESULTS) {
            fault(new Fault(file.shown(), 1, 1, "these are the results of a run; give the suite that was run"));
        } else if (marks == DialectMarks.MISNAMED) {
            fault(new Fault(file.shown(), 1, 1, file.misnamed()));
        } else if (marks == DialectMarks.EMPTY) {
            fault(new Fault(file.shown(), 1, 1, "this file has no cases; write one, or remove the file"));
        } else {
            readCases(file, marks, Files.newInputStream(file.path()));
        }
    }

    /** A configuration between the suite and the one that is used has no effect. */
    private void warnOfNearer(SuiteFile file) {
        var used = config.file();
        var nearer = used == null ? Optional.<Path>empty() : ProjectReader.nearest(file.folder())
                .filter(found -> found.startsWith(root) && !root.equals(found.getParent()));
        nearer.map(found -> paths.of(found, false).shown()).ifPresent(found -> warning(new Fault(found, 0, 0,
                "this configuration is not used, because " + used + " is; name it with --config, or start in its"
                        + " folder")));
    }

    /**
     * Reads standard input, once however often it is named: a suite with files relative to the working folder, or a
     * human user's first message.
     */
    private void readStandardInput() {
        var file = new SuiteFile(workingFolder.resolve(STANDARD_INPUT), STANDARD_INPUT, STANDARD_INPUT, true);
        try {
            if (!done.add(file.path())) {
                return;
            }
            if (defaults.asksPerson()) {
                say(new String(sources.standardInput().get().readAllBytes(), StandardCharsets.UTF_8), "-i -");
            } else {
                readCases(file, DialectMarks.AGENT_TEST, sources.standardInput().get());
            }
        } catch (IOException trouble) {
            fault(new Fault(STANDARD_INPUT, 0, 0, "standard input cannot be read: " + trouble.getMessage()));
        }
    }

    private void readCases(SuiteFile file, DialectMarks marks, InputStream in) throws IOException {
        long before = cases + faults + passedCases;
        var picks = new FilePicks(onlyIds.get(file.path()), selection);
        var located = new Faults(file.shown(), this::fault, this::warning);
        var attachments = new Attachments(file.folder(), paths, bytes, located);
        try (var values = file.values(bytes.counted(in), located)) {
            var rows = new TableCases(values, tables(file, marks),
                    new TableAccess(attachments::open, bytes::add, this::fault), located);
            var scope = new SuiteScope(file, config, attachments, compiler, targets.in(file.key()), defaults, located,
                    picks,
                    rows::row);
            reader(marks, scope).readAll(marks == DialectMarks.AGENT_EVAL ? values : rows, this::accept);
        }
        located.flush();
        end(file, picks);
        if (file.named() && before == cases + faults + passedCases) {
            fault(new Fault(file.shown(), 0, 0, STANDARD_INPUT.equals(file.shown())
                    ? "standard input has no cases" : "this file has no cases"));
        }
    }

    private TableSuite tables(SuiteFile file, DialectMarks marks) {
        boolean agUi = marks == DialectMarks.AG_UI;
        return new TableSuite(file.key(), file.name(), agUi ? "name" : "id", agUi, !toBeRun);
    }

    private void end(SuiteFile file, FilePicks picks) {
        passedCases += picks.passedOver();
        picks.reportMissing((id, sentence) -> fault(new Fault("-i " + file.shown() + "#" + id, 0, 0, sentence)));
    }

    /** Returns the reader of a file; a named file without marks gets faults for what a case lacks. */
    private static DialectReader reader(DialectMarks marks, SuiteScope scope) {
        return switch (marks) {
            case AG_UI -> new AgUiCaseReader(scope);
            case AGENT_EVAL -> new EvalCaseReader(scope);
            case AGENT_TEST, RESULTS, EMPTY, MISNAMED, OTHER, NONE -> new CaseReader(scope);
        };
    }

    private void readTests(SuiteFile file) {
        switch (sources.tests().in(file.path())) {
            case TestListing.Found(var found, var overlooked) -> {
                overlooked.forEach(each -> warning(new Fault(file.shown(), each.line(), 1, each.sentence())));
                var picks = new FilePicks(onlyIds.get(file.path()), selection);
                found.stream().map(test -> testCase(file, test)).filter(test -> picks.test(candidate(test)))
                        .forEach(this::accept);
                end(file, picks);
            }
            case TestListing.Wrong(var sentence) -> fault(new Fault("-i " + file.shown(), 0, 0, sentence));
        }
    }

    private static Candidate candidate(TestCase testCase) {
        var identity = testCase.identity();
        return new Candidate(identity.source().file(), identity.id(), identity.name(), identity.labels(),
                testCase.agent());
    }

    /** Creates the case of a script test; its target is the first agent that it calls, unless the run names another. */
    private static TestCase testCase(SuiteFile file, ScriptTest test) {
        return TestCase.of(
                new TestCase.Identity(file.key() + "#" + test.function(), test.function(), null, Map.of(),
                        new Source(file.key(), 0)),
                test.agents().isEmpty() ? null : test.agents().getFirst(), test, List.of());
    }

    private void generate(String input, ResolvedInput.Generator generator) {
        var trouble = switch (sources.generators().generate(generator.use(), generator.parameters())) {
            case HelperReply.Text(var text) -> readGenerated(generator.use(), text);
            case HelperReply.Failed(var why) -> why;
        };
        if (trouble != null) {
            fault(new Fault("-i " + input, 0, 0, trouble));
        }
    }

    /** Reads a generator's answer; its {@code file://} references are relative to the project root. */
    private @Nullable String readGenerated(Reference generator, String answer) {
        var file = new SuiteFile(root.resolve("generated"), generator.toString(), generator.toString(), true);
        var found = new ArrayList<Fault>();
        var located = new Faults(file.shown(), found::add, this::warning);
        var scope = new SuiteScope(file, config, new Attachments(root, paths, bytes, located), compiler, targets,
                defaults,
                located, selection::takes, () -> null);
        var seen = generated.computeIfAbsent(generator, first -> new SeenIds());
        return new GeneratedCases(generator, scope, seen, found, sink::warning, this::accept).read(answer);
    }

    /** @param option as it was typed */
    private void say(String text, String option) {
        if (text.isBlank()) {
            fault(new Fault(option, 0, 0, "a message must not be empty"));
            return;
        }
        var id = Source.MESSAGE + "-" + ++messages;
        var conversation = defaults.asksForConversation() ? defaults.conversation(text)
                : new Conversation.Standard(List.of(Message.user(text)));
        var testCase = TestCase.of(
                new TestCase.Identity(Source.MESSAGE + "#" + id, id, null, Map.of(), new Source(Source.MESSAGE, 0)),
                null, conversation,
                List.of());
        if (selection.takes(candidate(testCase))) {
            targets.checkMessage(option);
            warning(new Fault(option, 0, 0, Source.NOTHING_CHECKED));
            accept(testCase);
        }
    }

    private void accept(TestCase testCase) {
        cases++;
        sink.accept(testCase);
    }

    /** Reports a warning once for all cases with the same reason. */
    private void warning(Fault warning) {
        if (warned.size() < MOST_WARNINGS && warned.add(warning.message())) {
            sink.warning(warning);
        }
    }

    private void fault(Fault fault) {
        faults++;
        sink.fault(fault);
    }
}
