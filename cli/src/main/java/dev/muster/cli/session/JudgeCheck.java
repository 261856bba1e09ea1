package dev.muster.cli.session;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.statistics.Kappa;
import dev.muster.coordinator.report.JudgeTally;
import dev.muster.coordinator.report.Printable;
import tools.jackson.databind.node.ObjectNode;

/** What a judge made of labeled replies, beside what people did. */
public record JudgeCheck(List<JudgedReply> all) {

    private static final int MOST_SHOWN = 10;

    private long count(boolean people, Status judge) {
        return all.stream().filter(each -> each.reply().label() == people && each.is(judge)).count();
    }

    /** Rows are people's labels, columns the judge's verdicts. */
    private long[][] table() {
        return new long[][]{{count(true, Status.PASSED), count(true, Status.FAILED)},
            {count(false, Status.PASSED), count(false, Status.FAILED)}};
    }

    public long broken() {
        return all.stream().filter(each -> each.is(Status.ERROR)).count();
    }

    private List<JudgedReply> disagreements() {
        return all.stream().filter(JudgedReply::isDisagreement)
                .sorted(Comparator.comparingDouble(JudgedReply::distance).reversed())
                .toList();
    }

    /** Returns the share of verdicts that agree with people; empty without verdicts. */
    private OptionalDouble agreement() {
        var table = table();
        long verdicts = all.size() - broken();
        return verdicts == 0 ? OptionalDouble.empty()
                : OptionalDouble.of((double) (table[0][0] + table[1][1]) / verdicts);
    }

    /** Returns the figures that a gate can name; without those that are unknown, which pass no gate. */
    public Map<String, Double> figures() {
        var figures = new LinkedHashMap<String, Double>();
        agreement().ifPresent(share -> figures.put("agreement", share));
        Kappa.of(table()).ifPresent(kappa -> {
            figures.put("kappa", kappa.value());
            figures.put("kappa_low", kappa.interval().low());
            figures.put("kappa_high", kappa.interval().high());
        });
        return figures;
    }

    public List<String> lines() {
        var table = table();
        var lines = new ArrayList<>(
                List.of("Replies:   " + all.size() + ", " + broken() + " of them without a verdict"));
        agreement().ifPresent(share -> lines.add(String.format(Locale.ROOT, "Agreement: %.1f %%", share * 100)));
        Kappa.of(table).ifPresentOrElse(
                kappa -> lines.add(String.format(Locale.ROOT, "Kappa:     %.2f (95 %%: %.2f to %.2f)", kappa.value(),
                        kappa.interval().low(), kappa.interval().high())),
                () -> lines.add("Kappa:     unknown: it needs replies that pass and replies that fail"));
        lines.addAll(List.of("Judging:   " + tally().sentence(), "", "              judge passes  judge fails",
                String.format(Locale.ROOT, "people pass %14d%13d", table[0][0], table[0][1]),
                String.format(Locale.ROOT, "people fail %14d%13d", table[1][0], table[1][1])));
        Stream.concat(disagreements().stream().limit(MOST_SHOWN),
                all.stream().filter(each -> each.is(Status.ERROR)).limit(MOST_SHOWN))
                .map(each -> each.reply().place() + (each.is(Status.ERROR) ? " " : each.is(Status.PASSED)
                        ? " passes, people say fail: " : " fails, people say pass: ") + each.reason())
                .map(Printable::line).forEach(lines::add);
        return lines;
    }

    private JudgeTally tally() {
        var tally = new JudgeTally();
        all.forEach(each -> tally.add(each.result(), each.reply().place()));
        return tally;
    }

    public ObjectNode json() {
        var json = Json.MAPPER.createObjectNode().put("replies", all.size()).put("without_verdict", broken());
        figures().forEach(json::put);
        json.set("confusion", Json.MAPPER.valueToTree(table()));
        tally().put(json);
        var differing = json.putArray("disagreements");
        Stream.concat(disagreements().stream(), all.stream().filter(each -> each.is(Status.ERROR)))
                .forEach(each -> differing.addObject().put("place", each.reply().place())
                        .put("label", each.reply().label())
                        .put("passed", each.is(Status.ERROR) ? null : Boolean.valueOf(each.result().passed()))
                        .put("score", each.result().score()).put("reason", each.reason()));
        return json;
    }
}
