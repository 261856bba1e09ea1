package dev.muster.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class ExpenseScriptTest {

    private final DemoScript script = DemoScript.load("expense");
    private final List<DemoMessage> history = new ArrayList<>();

    @Test
    void asksForTheTypeFirst() {
        var acts = afterUser("I want my money back, 80 dollars");

        assertThat(said(acts)).contains("type of expense");
        assertThat(tools(acts)).isEmpty();
    }

    @Test
    void draftsWithTheSumOfWhatWasSpent() {
        var acts = afterUser("Flight $2,000 and hotel $1,500.50");

        assertThat(tools(acts)).containsExactly("create_expense{\"type\":\"travel\",\"amount\":3500.50}");
        assertThat(said(acts)).contains("$3,500.50").doesNotContain("submitted");
    }

    @Test
    void submitsAfterAYesAndCreatesWhatTheHistoryDoesNotShow() {
        user("Team lunch, $62");
        assistant("Shall I submit it?");

        var acts = afterUser("Yes");

        assertThat(tools(acts)).hasSize(1).allMatch(tool -> tool.startsWith("create_expense"));
        assertThat(said(acts)).containsPattern("submitted\\. Reference: EXP-\\d{4}");
    }

    @Test
    void createsAnExpenseOnlyOnce() {
        user("Team lunch, $62");
        assistant("Shall I submit it?", "create_expense");

        var acts = afterUser("Yes");

        assertThat(tools(acts)).isEmpty();
        assertThat(said(acts)).contains("submitted");
    }

    @Test
    void draftsAgainWhenTheAmountIsCorrected() {
        user("Team lunch, $62");
        assistant("Shall I submit it?", "create_expense");

        var acts = afterUser("It was $58");

        assertThat(tools(acts)).containsExactly("create_expense{\"type\":\"meals\",\"amount\":58}");
        assertThat(said(acts)).doesNotContain("submitted");
    }

    @Test
    void filesNothingAfterANo() {
        user("Team lunch, $62");
        assistant("Shall I submit it?");

        var acts = afterUser("No");

        assertThat(tools(acts)).isEmpty();
        assertThat(said(acts)).doesNotContain("submitted");
    }

    @Test
    void refusesAboveTheLimitAfterALookAtThePolicy() {
        var acts = afterUser("Dinner, $75.01");

        assertThat(tools(acts)).containsExactly("get_policy{\"type\":\"meals\"}");
        assertThat(said(acts)).contains("can't");
    }

    @Test
    void tellsTheRightLimitForAllButEquipment() {
        assertThat(said(afterUser("What is the limit for travel?"))).contains("$4,000");
        assertThat(said(afterUser("What is the limit for meals?"))).contains("$75 ");
        assertThat(said(afterUser("What is the limit for equipment?"))).contains("$1,500");
    }

    private List<Act> afterUser(String text) {
        user(text);
        return script.answer(history, new ExpenseFacts(script.file().path("types")).of(history));
    }

    private void user(String text) {
        history.add(new DemoMessage("user", text, List.of()));
    }

    private void assistant(String text, String... tools) {
        history.add(new DemoMessage("assistant", text, List.of(tools)));
    }

    private static String said(List<Act> acts) {
        return String.join("\n", acts.stream().filter(Act.Say.class::isInstance).map(act -> ((Act.Say) act).text())
                .toList());
    }

    private static List<String> tools(List<Act> acts) {
        return acts.stream().filter(Act.Use.class::isInstance).map(Act.Use.class::cast)
                .map(use -> use.tool() + use.arguments()).toList();
    }
}
