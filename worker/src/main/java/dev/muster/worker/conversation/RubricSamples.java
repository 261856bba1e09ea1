package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.result.Cause;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a judge answered, asked once for each sample.
 *
 * @param shown the message of the first call, for results
 */
public record RubricSamples(Check.Rubric rubric, List<HelperAnswer> answers, String shown) {

    public RubricSamples {
        answers = List.copyOf(answers);
    }

    /**
     * Asks for all samples, each with a token of its own.
     *
     * @param quoted the texts of the prompt, by name
     */
    public static RubricSamples of(HelperSession line, Check.Rubric rubric, ObjectNode document,
            SequencedMap<String, String> quoted) throws InterruptedException {
        var answers = new ArrayList<HelperAnswer>();
        String shown = "";
        for (int n = 0; n < rubric.samples(); n++) {
            var prompt = RubricPrompt.of(quoted, RubricPrompt.token());
            shown = n == 0 ? Quote.ends(line.masked(prompt.message())) : shown;
            answers.add(line.ask(rubric.ask(), document, prompt, rubric.samples() == 1));
        }
        return new RubricSamples(rubric, answers, shown);
    }

    /** Returns the first text to quote, to which others are added. */
    public static SequencedMap<String, String> criteria(List<String> criteria) {
        var quoted = new LinkedHashMap<String, String>();
        quoted.put("CRITERIA", criteria.size() == 1 ? criteria.getFirst()
                : criteria.stream().map(each -> "- " + each).collect(Collectors.joining("\n")));
        return quoted;
    }

    AssertionOutcome judged(Assertion assertion) {
        return new ValidatorAnswers(assertion, rubric.threshold(), Cause.VALIDATOR_ERROR, "judge", shown).over(answers);
    }
}
