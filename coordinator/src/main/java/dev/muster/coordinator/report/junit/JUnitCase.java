package dev.muster.coordinator.report.junit;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.SentMessages;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import dev.muster.coordinator.report.FailureGroups.MutedCases;
import dev.muster.coordinator.report.ProblemIds;
import dev.muster.coordinator.report.Reasons;
import dev.muster.coordinator.run.StoredCase;

/**
 * A case as a {@code testcase}. Earlier attempts are written as Surefire does: {@code flakyFailure} for a case that
 * finally passed, {@code rerunFailure} for one that did not.
 */
record JUnitCase(StoredCase stored, CaseResult result, String cell, Xml xml) {

    private static final int LONGEST_MESSAGE = 500;

    /** @param cell empty when there is only one */
    static String xml(StoredCase stored, String cell) {
        return new JUnitCase(stored, stored.result(), cell, new Xml()).build();
    }

    private String build() {
        xml.open("testcase", "name", name(), "classname", classname(), "time", seconds(result.timing().durationMs()));
        labels();
        switch (result.verdict().status()) {
            case PASSED -> noted();
            case FLAKY -> earlier("flakyFailure", "flakyError");
            case FAILED -> unwell("failure", "rerunFailure", "rerunError");
            case ERROR -> unwell("error", "rerunFailure", "rerunError");
            case SKIPPED, CANCELLED -> skipped();
        }
        if (ProblemIds.isUnwell(result.verdict().status())) {
            asked();
        }
        return xml.end("testcase").toString();
    }

    private void asked() {
        var sent = result.observed().sent();
        var messages = sent == null ? Stream.<String>empty()
                : sent.messages().stream().map(each -> each.role() + ": " + SentMessages.text(each));
        var inputs = result.dialogue() == null ? Stream.<String>empty()
                : result.dialogue().turns().stream().filter(TurnResult::wasSaid)
                        .map(turn -> "turn " + turn.utterance().turn() + ": " + turn.utterance().input());
        var asked = Stream.concat(messages, inputs).collect(Collectors.joining("\n\n"));
        if (!asked.isEmpty()) {
            xml.open("system-out").text("The agent was sent:\n" + asked).line().end("system-out");
        }
    }

    private void labels() {
        if (!result.identity().labels().isEmpty()) {
            xml.open("properties").line();
            new TreeMap<>(result.identity().labels())
                    .forEach((name, value) -> xml.empty("property", "name", name, "value", value));
            xml.end("properties");
        }
    }

    /** Returns the name; the first repeat keeps the name that the case has without repeats. */
    private String name() {
        var name = result.identity().title() == null ? result.identity().id()
                : result.identity().id() + ": " + result.identity().title();
        return stored.ref().repeat() == 0 ? name : name + " [repeat " + (stored.ref().repeat() + 1) + "]";
    }

    /** Returns cell and file, with dots where CI systems expect packages: they identify cases by this and the name. */
    private String classname() {
        var file = result.identity().source().file().replace('/', '.');
        return cell.isEmpty() ? file : cell.replace(" / ", ".").replace('/', '.') + "." + file;
    }

    static String seconds(long ms) {
        return String.format(Locale.ROOT, "%.3f", ms / 1000.0);
    }

    private void unwell(String element, String failedBefore, String brokenBefore) {
        xml.open(element, "type", result.verdict().cause().wire(), "message", message()).text(told()).end(element);
        earlier(failedBefore, brokenBefore);
    }

    /** Writes a skip, with the outcome if the case ran anyway. */
    private void skipped() {
        xml.empty("skipped", "type", result.verdict().cause().wire(), "message", skipMessage());
        if (result.muted() != null) {
            xml.open("system-out").text("Muted: " + MutedCases.outcome(result.muted()) + "\n" + told())
                    .end("system-out");
        }
    }

    private String skipMessage() {
        return result.muted() == null ? message() : "muted: " + result.muted().reason();
    }

    private String message() {
        var message = Reasons.first(result).orElse(result.verdict().cause().wire().replace('_', ' '));
        return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "…";
    }

    /** Returns the location of the case, then every reason, then the agent's reply. */
    private String told() {
        var text = new StringBuilder(result.identity().source().file());
        if (result.identity().source().line() > 0) {
            text.append(':').append(result.identity().source().line());
        }
        Reasons.all(result).forEach(reason -> text.append('\n').append(reason));
        if (result.observed().response() != null) {
            text.append("\n\nThe agent said:\n").append(result.observed().response());
        }
        return text.toString();
    }

    private void earlier(String failed, String broken) {
        for (var attempt : stored.earlier()) {
            var element = Status.FAILED.wire().equals(attempt.status()) ? failed : broken;
            xml.open(element, "type", attempt.cause(), "message", told(attempt))
                    .open("stackTrace").text(told(attempt)).end("stackTrace").end(element);
        }
    }

    private static String told(StoredCase.Earlier attempt) {
        return "attempt " + attempt.attempt() + " on " + attempt.worker() + ": "
                + (attempt.error() == null ? attempt.cause() : attempt.error());
    }

    /** Writes earlier attempts as notes: a worker lost on the way does not make a case flaky. */
    private void noted() {
        if (!stored.earlier().isEmpty()) {
            xml.open("system-out");
            stored.earlier().forEach(attempt -> xml.text(told(attempt)).line());
            xml.end("system-out");
        }
    }
}
