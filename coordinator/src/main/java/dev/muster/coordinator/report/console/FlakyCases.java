package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.json.Json;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.run.CaseHistory;
import dev.muster.coordinator.run.ProjectName;
import dev.muster.coordinator.run.QuarantineIndex;
import tools.jackson.databind.node.ArrayNode;

/** The flakiest cases, for people and as JSON, with the project's current quarantine. */
public record FlakyCases(List<CaseHistory> cases, QuarantineIndex quarantined) {

    /** Whether these are cases of several projects, so that each has to say its own. */
    private boolean isOfSeveral() {
        return cases.stream().map(CaseHistory::project).distinct().count() > 1;
    }

    private static final int SHOWN = 20;

    public List<String> lines(ConsoleStyle style) {
        var lines = new ArrayList<String>();
        lines.add(String.format(Locale.ROOT, "%-13s %-" + SHOWN + "s  %s", "FLAKY", "LAST RUNS →", "CASE"));
        boolean several = isOfSeveral();
        cases.forEach(each -> {
            lines.add(String.format(Locale.ROOT, "%-13s %s%s  %s · %s",
                    each.flakes() + " of " + each.recent().size() + " runs", marks(each, style),
                    " ".repeat(Math.max(0, SHOWN - each.recent().size())), Printable.line(each.key()),
                    Printable.line(each.agent()) + (several ? " · " + project(each) : "")));
            remark(each).ifPresent(remark -> lines.add(" ".repeat(SHOWN + 16) + Paint.GREY.on(remark, style)));
        });
        return lines;
    }

    private static String project(CaseHistory each) {
        return each.project() == null ? "no project" : Printable.line(ProjectName.shown(each.project()));
    }

    private static String marks(CaseHistory each, ConsoleStyle style) {
        var newest = each.recent().subList(Math.max(0, each.recent().size() - SHOWN), each.recent().size());
        var marks = new StringBuilder();
        newest.forEach(past -> marks.append(mark(past.verdict()).in(style)));
        return marks.toString();
    }

    private static Mark mark(CaseHistory.Verdict verdict) {
        return Mark.of(switch (verdict) {
            case PASSED -> Status.PASSED;
            case FAILED -> Status.FAILED;
            case FLAKY -> Status.FLAKY;
        });
    }

    private Optional<String> remark(CaseHistory each) {
        return each.isBroken()
                ? Optional.of("failed in each of its last " + each.failStreak() + " runs: broken, not flaky")
                : entry(each).map(entry -> Printable.line(entry.mode().wire() + ": " + entry.explanation()));
    }

    private Optional<QuarantineEntry> entry(CaseHistory each) {
        int connector = each.agent().indexOf(" / ");
        return quarantined.entry(each.key(), connector < 0 ? each.agent() : each.agent().substring(0, connector), 0);
    }

    public ArrayNode json() {
        var all = Json.MAPPER.createArrayNode();
        cases.forEach(each -> {
            var json = all.addObject().put("key", each.key()).put("agent", each.agent())
                    .put("flake_rate", each.flakeRate()).put("flakes", each.flakes())
                    .put("fail_streak", each.failStreak()).put("duration_ms", each.durationMs());
            if (each.project() != null) {
                json.put("project", each.project());
            }
            var runs = json.putArray("runs");
            each.recent().forEach(past -> runs.addObject().put("run", past.run())
                    .put("verdict", past.verdict().name().toLowerCase(Locale.ROOT)).put("flake", past.flake()));
            entry(each).ifPresent(entry -> json.putObject("quarantine").put("mode", entry.mode().wire())
                    .put("owner", entry.owner()).put("reason", entry.reason())
                    .put("expires", entry.expires().toString()));
        });
        return all;
    }
}
