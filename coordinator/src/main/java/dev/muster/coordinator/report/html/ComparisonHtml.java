package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.analysis.comparison.CaseChanges;
import dev.muster.coordinator.analysis.comparison.Change;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.ComparisonSentence;
import dev.muster.coordinator.analysis.comparison.Side;
import dev.muster.coordinator.pages.assets.Assets;
import dev.muster.coordinator.report.ComparisonWords;
import dev.muster.coordinator.report.Spool;
import dev.muster.coordinator.report.json.ComparisonJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A comparison as one file: the viewer's page of comparisons, with the changed cases inside, and replies of the first.
 */
public final class ComparisonHtml {

    private static final int NAMED = 10_000;
    /** Cases of each kind and pairing whose replies are inside; reading them takes some milliseconds each. */
    private static final int WITH_REPLIES = 1_000;
    /** Of packed replies, so that the file stays below 20 MB. */
    private static final long MOST_BYTES = 14L << 20;
    private static final long MOST_NAMED = 100_000;
    private static final int MOST_TEXT = 1 << 19;

    private final Comparison comparison;
    private final CaseChanges changes;
    private final Cases cases;
    private final Blocks lists;
    private final Blocks replies;
    private final ObjectNode places = Json.MAPPER.createObjectNode();
    private ObjectNode block = Json.MAPPER.createObjectNode();
    private int text;
    private long named;
    private int opened;

    /** Reads a case of a side with its results, as the interface answers it; null when it is deleted by now. */
    @FunctionalInterface
    public interface Cases {
        @Nullable
        ObjectNode read(Side side, int number);
    }

    private ComparisonHtml(Comparison comparison, CaseChanges changes, Cases cases, Spool spool) {
        this.comparison = comparison;
        this.changes = changes;
        this.cases = cases;
        this.lists = new Blocks(spool, "changes");
        this.replies = new Blocks(spool, "replies");
    }

    public static void write(Comparison comparison, CaseChanges changes, Cases cases, OutputStream out)
            throws IOException {
        try (var spool = new Spool()) {
            new ComparisonHtml(comparison, changes, cases, spool).write(out);
        }
    }

    private void write(OutputStream out) throws IOException {
        var json = ComparisonJson.summary(comparison);
        var kept = json.putObject("lists");
        // what fails by now is kept first
        for (var kind : Kind.values()) {
            for (int i = 0; i < comparison.pairings().size(); i++) {
                var some = changes.after(i, kind, "", (int) Math.min(NAMED, MOST_NAMED - named));
                named += some.size();
                if (!some.isEmpty()) {
                    kept.put(i + "." + kind.wire(), lists.size());
                    list(some, i);
                }
            }
        }
        flush();
        json.put("with_replies", opened).set("places", places);
        var sentences = comparison.pairings().stream().map(ComparisonSentence::of)
                .map(sentence -> "<p>" + HtmlResults.escaped(sentence) + "</p>").collect(Collectors.joining());
        out.write(Assets.around(HtmlResults.escaped(title()), sentences, HtmlResults.element("comparison", json))
                .getBytes(StandardCharsets.UTF_8));
        lists.write(out);
        replies.write(out);
        out.write(Assets.end().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private String title() {
        var pairings = comparison.pairings();
        return pairings.size() == 1 ? ComparisonWords.title(pairings.getFirst())
                : pairings.size() + " comparisons of " + comparison.sides().size() + " sides";
    }

    private void list(List<Change> some, int pairing) throws IOException {
        var pair = comparison.pairings().get(pairing).pair();
        var list = Json.MAPPER.createArrayNode();
        for (var change : some) {
            var json = ComparisonJson.change(change);
            if (list.size() < WITH_REPLIES && replies.bytes() < MOST_BYTES && keep(pair.first(), change.first())
                    && keep(pair.second(), change.second())) {
                opened++;
            } else {
                json.remove(List.of("number_a", "number_b"));
            }
            list.add(json);
        }
        lists.add(list);
    }

    /** Whether the replies of a side to a case are in the file. */
    private boolean keep(Side side, Change.@Nullable Tries tries) throws IOException {
        if (tries == null) {
            return false;
        }
        var place = side.run() + "/" + side.cell() + "/" + tries.number();
        if (!places.has(place)) {
            var read = cases.read(side, tries.number());
            if (read == null) {
                return false;
            }
            read.remove("definition");
            places.put(place, replies.size());
            block.set(place, read);
            text += read.toString().length();
            if (text > MOST_TEXT) {
                flush();
            }
        }
        return true;
    }

    private void flush() throws IOException {
        if (!block.isEmpty()) {
            replies.add(block);
            block = Json.MAPPER.createObjectNode();
            text = 0;
        }
    }
}
