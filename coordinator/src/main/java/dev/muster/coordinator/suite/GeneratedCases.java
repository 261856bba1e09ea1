package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads the cases in a generator's answer. Skips and reports faulty ones and keeps the others. */
final class GeneratedCases {

    private static final List<String> WRAPPERS = List.of("cases", "test_cases");
    private static final int MOST_SHOWN = 300;

    private final Reference generator;
    private final CaseReader reader;
    private final GeneratedCaseLimits refusal;
    private final Faults faults;
    private final List<Fault> found;
    private final Consumer<Fault> told;
    private final Consumer<TestCase> cases;
    private int sound;
    private int leftOut;

    /**
     * @param scope whose faults go to {@code found}
     * @param found faults of the value read last
     * @param told receives what was left out, and why
     */
    GeneratedCases(Reference generator, SuiteScope scope, SeenIds seen, List<Fault> found, Consumer<Fault> told,
            Consumer<TestCase> cases) {
        this.generator = generator;
        this.faults = scope.faults();
        this.reader = new CaseReader(scope, new GeneratedIds(generator.id(), seen, faults));
        this.refusal = new GeneratedCaseLimits(scope.defaults(), faults);
        this.found = found;
        this.told = told;
        this.cases = cases;
    }

    /** Reads an answer; returns a sentence when it has nothing to run. */
    @Nullable
    String read(String answer) {
        var json = AnswerText.json(answer);
        if (json.isBlank()) {
            return "it answered no JSON, but " + start(answer);
        }
        try (var values = new JsonStream(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), faults)) {
            for (var value = values.next(); value != null; value = values.next()) {
                tell(null);
                cases(value).forEach(this::read);
            }
            tell(null);
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can be read", e);
        }
        return sound > 0 ? null : nothing();
    }

    /** Returns the cases; a list may be wrapped in an object. */
    private static List<Node> cases(Node value) {
        if (value instanceof Node.Obj object) {
            for (var wrapper : WRAPPERS) {
                var member = object.members().get(wrapper);
                if (member != null) {
                    return member.value() instanceof Node.Items items ? items.nodes() : List.of(member.value());
                }
            }
        }
        return List.of(value);
    }

    private void read(Node node) {
        var testCase = reader.read(node);
        if (reader.hasPassedOver()) {
            sound++;
            return;
        }
        boolean allowed = testCase != null && node instanceof Node.Obj object
                && (generator.kind() == Reference.Kind.SCRIPT || refusal.accept(object, testCase));
        if (allowed) {
            sound++;
            cases.accept(testCase);
        } else {
            leftOut++;
            tell(node);
        }
    }

    /** @param node the case that is left out, which has no file to look it up in; null when it is not a case at all */
    private void tell(@Nullable Node node) {
        found.forEach(told);
        found.clear();
        if (node != null) {
            told.accept(new Fault(faults.file(), node.at().line(), node.at().column(),
                    "this case is left out: " + shown(node.json().toString())));
        }
    }

    private String nothing() {
        return leftOut == 0 ? "it gave no case" : "none of the cases that it gave can be run";
    }

    private static String start(String answer) {
        return answer.isBlank() ? "nothing" : '"' + shown(answer.strip().lines().findFirst().orElse("")) + '"';
    }

    private static String shown(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN - 1) + "…";
    }
}
