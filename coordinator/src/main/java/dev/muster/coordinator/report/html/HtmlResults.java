package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.pages.assets.Assets;
import dev.muster.coordinator.report.FailureGroup;
import dev.muster.coordinator.report.FailureGroups;
import dev.muster.coordinator.report.MutedCases;
import dev.muster.coordinator.report.PaidText;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Reasons;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunVerdict;
import dev.muster.coordinator.report.Spool;
import dev.muster.coordinator.report.StreamResultWriter;
import dev.muster.coordinator.report.json.ResultJson;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes results as one HTML file. Its head is only known at the end, so everything below waits, packed, in a spool.
 */
public final class HtmlResults extends StreamResultWriter {

    private final FailureGroups failures = new FailureGroups(1);
    private final Spool spool = new Spool();
    private final Blocks indexBlocks = new Blocks(spool, "index");
    private final Index index = new Index(indexBlocks);
    private final Blocks detailBlocks = new Blocks(spool, "block");
    private final Details details = new Details(detailBlocks);

    public HtmlResults(OutputStream out) {
        super(out);
    }

    @Override
    public void write(List<StoredCase> batch) throws IOException {
        for (var stored : batch) {
            index.add(stored, failures.add(stored), head.startedAt());
            details.add(stored);
        }
    }

    @Override
    public void end(RunEnd end) throws IOException {
        index.flush();
        details.flush();
        var verdict = escaped(RunVerdict.of(end));
        text(Assets.around(verdict + " · " + escaped(head.run()), "<h1>" + verdict + "</h1>" + paid(end),
                element("run", RunJson.whole(head, end))
                        + element("packed", packed())));
        indexBlocks.write(out);
        detailBlocks.write(out);
        text(Assets.end());
        out.flush();
    }

    private static String paid(RunEnd end) {
        return PaidText.sentence(end.tally().paid()).map(text -> "<p>" + escaped(text) + "</p>").orElse("");
    }

    static String element(String id, ObjectNode json) {
        return "<script type=\"application/json\" id=\"" + id + "\">"
                + Json.MAPPER.writeValueAsString(json).replace("<", "\\u003c") + "</script>\n";
    }

    /** Returns what the blocks hold, and the names that they refer to by number. */
    private ObjectNode packed() {
        var json = Json.MAPPER.createObjectNode().put("parts", indexBlocks.size());
        index.put(json);
        details.begins.forEach(json.putArray("blocks")::add);
        var groups = json.putArray("groups");
        failures.numbered().forEach(group -> {
            var one = groups.addObject().put("cause", group.cause().wire()).put("message", group.message());
            group.shown().stream().findFirst().ifPresent(shown -> one.put("reason", shown.reason())
                    .put("input", shown.messages().input()).put("reply", shown.messages().reply()));
        });
        return json;
    }

    @Override
    public void close() {
        spool.close();
    }

    /** Escapes external text for markup: never a tag, a page placeholder, or more than one line. */
    static String escaped(String text) {
        return Printable.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("\"", "&quot;").replace("{{", "{&#123;");
    }

    /** Complete results, some hundred per block; the page unpacks the block of a case that is opened. */
    private static final class Details {

        private static final int MOST_CASES = 200;
        /** Maximum characters of the long parts; a block of long conversations has fewer cases. */
        private static final int MOST_TEXT = 1 << 20;

        private final Blocks blocks;
        /** The number of the first result of each block. */
        private final List<Integer> begins = new ArrayList<>();
        private ArrayNode block = Json.MAPPER.createArrayNode();
        private int added;
        private int text;

        Details(Blocks blocks) {
            this.blocks = blocks;
        }

        void add(StoredCase stored) throws IOException {
            if (block.isEmpty()) {
                begins.add(added);
            }
            var json = json(stored);
            block.add(json);
            added++;
            text += json.toString().length();
            if (block.size() == MOST_CASES || text > MOST_TEXT) {
                flush();
            }
        }

        void flush() throws IOException {
            if (!block.isEmpty()) {
                blocks.add(block);
                block = Json.MAPPER.createArrayNode();
                text = 0;
            }
        }

        /** Returns a result without what the page knows by itself. */
        private static ObjectNode json(StoredCase stored) {
            var json = ResultJson.labelled(stored).remove(List.of("test_start_ts", "test_end_ts"));
            if (json.path("attempts").size() == 1) {
                json.remove("attempts");
            }
            return json;
        }
    }

    /** The columns of every result that lists, filters and charts need, some thousand results per block. */
    private static final class Index {

        private static final int MOST = 5000;
        private static final int LONGEST_REASON = 240;

        private final Blocks blocks;
        /** The numbers of repeated names, which columns have in place of them, by the list that the page gets. */
        private final Map<String, Map<String, Integer>> numbers = new HashMap<>();
        private ObjectNode columns = Json.MAPPER.createObjectNode();
        private int rows;

        Index(Blocks blocks) {
            this.blocks = blocks;
        }

        /** @param group its group of failures; null for none */
        void add(StoredCase stored, @Nullable FailureGroup group, Instant began) throws IOException {
            var result = stored.result();
            identity(stored, result);
            column("status").add(number("statuses", result.verdict().status().wire()));
            column("cause").add(number("causes", result.verdict().cause().wire()));
            column("group").add(group == null ? -1 : group.number());
            column("reason").add(reason(stored, result));
            column("cost").add(result.spend().usage().costUsd());
            column("score").add(result.score());
            times(stored, result, began);
            if (++rows == MOST) {
                flush();
            }
        }

        private void identity(StoredCase stored, CaseResult result) {
            column("number").add(stored.ref().number());
            column("cell").add(stored.ref().cell());
            column("repeat").add(stored.ref().repeat());
            column("id").add(result.identity().id());
            column("name").add(result.identity().title());
            column("labels").add(result.identity().labels().isEmpty() ? null
                    : Json.MAPPER.<JsonNode>valueToTree(result.identity().labels()));
            column("file").add(number("files", result.identity().source().file()));
            column("line").add(result.identity().source().line());
        }

        private void times(StoredCase stored, CaseResult result, Instant began) {
            boolean ran = stored.attempt() > 0 && result.verdict().status() != Status.CANCELLED;
            column("ms").add(ran ? result.timing().durationMs() : 0);
            column("first").add(ran ? result.timing().firstEventMs() : -1);
            column("start").add(Duration.between(began, result.timing().startedAt()).toMillis());
            column("worker").add(number("workers", stored.worker() == null ? "" : stored.worker()));
        }

        private static @Nullable String reason(StoredCase stored, CaseResult result) {
            if (result.verdict().status() == Status.PASSED) {
                return null;
            }
            if (result.muted() != null) {
                return Printable.beginning(MutedCases.text(result.muted()), LONGEST_REASON);
            }
            return Reasons.first(stored).map(reason -> Printable.beginning(reason, LONGEST_REASON)).orElse(null);
        }

        private ArrayNode column(String name) {
            return columns.withArray(name);
        }

        void flush() throws IOException {
            if (rows > 0) {
                blocks.add(columns);
                columns = Json.MAPPER.createObjectNode();
                rows = 0;
            }
        }

        private int number(String list, String name) {
            var known = numbers.computeIfAbsent(list, _ -> new LinkedHashMap<>());
            return known.computeIfAbsent(name, _ -> known.size());
        }

        /** Writes the names that columns refer to by number. */
        void put(ObjectNode json) {
            for (var list : List.of("statuses", "causes", "files", "workers")) {
                numbers.getOrDefault(list, Map.of()).keySet().forEach(json.putArray(list)::add);
            }
        }
    }
}
