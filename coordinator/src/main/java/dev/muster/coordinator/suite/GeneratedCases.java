package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.CaseHelpers;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.SeenIds;
import org.jspecify.annotations.Nullable;

/** Reads the cases in a generator's answer. Skips and reports faulty ones and keeps the others. */
final class GeneratedCases {

    private static final String WHY = ": an agent's cases must not make a worker run commands or ask databases; "
            + "write such "
            + "a case into a suite file, or let a script generate it";
    private static final String FENCE = "```";
    private static final List<String> WRAPPERS = List.of("cases", "test_cases");
    private static final int MOST_SHOWN = 300;

    private final Reference generator;
    private final CaseReader reader;
    private final CaseDefaults defaults;
    private final Faults faults;
    private final List<Fault> found;
    private final Consumer<Fault> rejected;
    private final Consumer<TestCase> cases;
    private int valid;
    private int leftOut;

    /**
     * @param scope whose faults go to {@code found}
     * @param found faults of the value read last
     * @param rejected receives what was left out, and why
     */
    GeneratedCases(Reference generator, SuiteScope scope, SeenIds seen, List<Fault> found, Consumer<Fault> rejected,
            Consumer<TestCase> cases) {
        this.generator = generator;
        this.faults = scope.faults();
        this.reader = new CaseReader(scope, new GeneratedIds(generator.id(), seen, faults));
        this.defaults = scope.defaults();
        this.found = found;
        this.rejected = rejected;
        this.cases = cases;
    }

    /** Reads an answer; returns a sentence when it has nothing to run. */
    @Nullable
    String read(String answer) {
        var json = json(answer);
        if (json.isBlank()) {
            return "it answered no JSON, but " + start(answer);
        }
        try (var values = new JsonStream(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), faults)) {
            for (var value = values.next(); value != null; value = values.next()) {
                report(null);
                cases(value).forEach(this::read);
            }
            report(null);
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can be read", e);
        }
        return valid > 0 ? null
                : leftOut == 0 ? "it gave no case" : "none of the cases that it gave can be run";
    }

    /** Returns the cases; a list may be wrapped in an object. */
    private static List<Node> cases(Node value) {
        if (value instanceof Node.Obj object) {
            for (var wrapper : WRAPPERS) {
                var cases = object.get(wrapper);
                if (cases != null) {
                    return cases.items();
                }
            }
        }
        return List.of(value);
    }

    private void read(Node node) {
        var testCase = reader.read(node);
        if (reader.hasPassedOver()) {
            valid++;
            return;
        }
        boolean allowed = testCase != null && node instanceof Node.Obj object
                && (generator.kind() == Reference.Kind.SCRIPT || isHarmless(object, testCase));
        if (allowed) {
            valid++;
            cases.accept(testCase);
        } else {
            leftOut++;
            report(node);
        }
    }

    /** @param node the case that is left out, which has no file to look it up in; null when it is not a case at all */
    private void report(@Nullable Node node) {
        found.forEach(rejected);
        found.clear();
        if (node != null) {
            rejected.accept(new Fault(faults.file(), node.at().line(), node.at().column(),
                    "this case is skipped: " + shown(node.json().toString())));
        }
    }

    private static String start(String answer) {
        return answer.isBlank() ? "nothing" : '"' + shown(answer.strip().lines().findFirst().orElse("")) + '"';
    }

    private static String shown(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN - 1) + "…";
    }

    /**
     * Returns the JSON of an answer, the whole of it or its Markdown code fences that hold JSON; blank when it has
     * none. Lines keep their numbers, so that positions in the JSON are positions in the answer.
     */
    private static String json(String answer) {
        return beginsJson(answer) ? answer : fenced(answer);
    }

    private static String fenced(String answer) {
        var kept = new StringBuilder(answer.length());
        var block = new StringBuilder();
        boolean inside = false;
        for (var line : answer.lines().toList()) {
            boolean fence = line.strip().startsWith(FENCE);
            if (fence) {
                end(block, kept);
                inside = !inside;
            }
            block.append(inside && !fence ? line : "").append('\n');
        }
        end(block, kept);
        return kept.toString();
    }

    /** Ends a block. One that is not JSON, such as code, is reduced to its line ends. */
    private static void end(StringBuilder block, StringBuilder kept) {
        if (beginsJson(block)) {
            kept.append(block);
        } else {
            kept.repeat('\n', (int) block.chars().filter(c -> c == '\n').count());
        }
        block.setLength(0);
    }

    private static boolean beginsJson(CharSequence text) {
        return text.chars().filter(c -> !Character.isWhitespace(c)).limit(1).anyMatch(c -> c == '{' || c == '[');
    }

    /**
     * Ids of generated cases: the written one, else the case's name, else the generator's; repeated ones get a number.
     *
     * @param seen ids that the same generator already used in this run
     */
    private record GeneratedIds(String generator, SeenIds seen, Faults faults) implements CaseIds {

        @Override
        public @Nullable String id(Fields fields) {
            var written = fields.plain("id");
            var name = fields.has("name") ? fields.text("name") : null;
            if (written != null && !written.isBlank()) {
                return warned(written, free(written, fields), fields);
            }
            return free(name == null || name.isBlank() ? generator : name, fields);
        }

        private String free(String id, Fields fields) {
            return seen.free(id, Math.max(1, fields.at().line()));
        }

        private String warned(String written, String given, Fields fields) {
            if (!given.equals(written)) {
                faults.warn(fields.at("id"), "id '" + written + "' was already used; this case is called " + given);
            }
            return given;
        }
    }

    /** Whether the case makes no worker run commands or query databases; each violation is a fault. */
    private boolean isHarmless(Node.Obj node, TestCase testCase) {
        var setup = testCase.setup();
        report(!setup.hooks().isEmpty(), at(node, "hooks"), "'hooks' are");
        report(setup.before() != null, at(node, "before"), "'before' is");
        report(setup.after() != null, at(node, "after"), "'after' is");
        report(testCase.conversation() instanceof Conversation.ScriptTest, at(node, Mode.TEST),
                "a script test is");
        CaseHelpers.by(testCase).stream().map(each -> each.use()).filter(this::isOwnScript)
                .forEach(use -> report(true, node.at(), use + " is"));
        report(!CaseHelpers.databasesBy(testCase).isEmpty(), node.at(), "the oracle sql-validate is");
        return faults.flush();
    }

    /** Whether the run itself names the script, so that it is the user's. */
    private boolean isOwnScript(Reference use) {
        return use.kind() == Reference.Kind.SCRIPT && !use.equals(defaults.simulator())
                && !use.equals(defaults.validator());
    }

    private void report(boolean there, Position at, String what) {
        if (there) {
            faults.add(at, what + " refused" + WHY);
        }
    }

    private static Position at(Node.Obj node, String key) {
        return node.members().containsKey(key) ? Objects.requireNonNull(node.members().get(key)).at() : node.at();
    }
}
