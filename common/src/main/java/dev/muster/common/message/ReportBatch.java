package dev.muster.common.message;

import module java.base;
import dev.muster.common.block.DetailBlock;
import dev.muster.common.block.DetailFrame;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.block.ResultHead;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reports of one worker that travel together. A record of them is a mark, the length of the heads, the heads as JSON, and
 * a {@link DetailBlock}: the details are not read in order to judge.
 *
 * @param unread heads that can't be read: each is dropped by itself
 */
public record ReportBatch(String fleet, long epoch, String worker, String incarnation, List<AttemptFinished> reports,
        List<Unread> unread) {

    private static final int MARK = 0x4d524201;

    /**
     * A report whose head can't be read.
     *
     * @param head with the worker and the incarnation of its batch
     */
    public record Unread(JsonNode head, String reason) {}

    /** The beginning of a record. */
    @SuppressWarnings("UnusedMethod") // Jackson calls its constructor
    private record Heads(String fleet, long epoch, String worker, String incarnation, List<JsonNode> reports) {
        Heads {
            Objects.requireNonNull(fleet, "fleet");
            Objects.requireNonNull(worker, "worker");
            Objects.requireNonNull(incarnation, "incarnation");
            Objects.requireNonNull(reports, "reports");
        }
    }

    /** The same, with all heads as they are to be. */
    private record Written(String fleet, long epoch, String worker, String incarnation, List<Report> reports) {
        private Written {
            Objects.requireNonNull(fleet, "fleet");
            Objects.requireNonNull(worker, "worker");
            Objects.requireNonNull(incarnation, "incarnation");
            Objects.requireNonNull(reports, "reports");
        }
    }

    /** @param bytes length of its details, which follow those of the report before it */
    private record Report(CaseRef ref, Dispatch dispatch, int attempt, ResultHead head, boolean again,
            @Nullable String ticket, int bytes) {
        private Report {
            Objects.requireNonNull(head, "head");
        }
    }

    public ReportBatch {
        reports = List.copyOf(reports);
        unread = List.copyOf(unread);
    }

    /** @param reports of one incarnation; at least one */
    public static ReportBatch of(List<AttemptFinished> reports) {
        var last = reports.getLast();
        return new ReportBatch(last.fleet(), last.epoch(), last.worker(), last.incarnation(), reports, List.of());
    }

    byte[] encode() {
        var block = DetailBlock.of(reports.stream().map(each -> each.result().frame()).toList());
        var written = new ArrayList<Report>(reports.size());
        for (int i = 0; i < reports.size(); i++) {
            var each = reports.get(i);
            written.add(new Report(each.ref(), each.dispatch(), each.attempt(), each.result().head(), each.again(),
                    each.ticket(), block.places().get(i).length()));
        }
        var heads = Json.MAPPER.writeValueAsBytes(new Written(fleet, epoch, worker, incarnation, written));
        return ByteBuffer.allocate(2 * Integer.BYTES + heads.length + block.bytes().length).putInt(MARK)
                .putInt(heads.length).put(heads).put(block.bytes()).array();
    }

    /** @throws UnreadableMessage when these are not a batch */
    static ReportBatch decode(byte[] bytes) {
        var in = ByteBuffer.wrap(bytes);
        if (bytes.length < 2 * Integer.BYTES || in.getInt() != MARK) {
            throw new UnreadableMessage("not a batch of reports");
        }
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new UnreadableMessage("a batch of reports that ends before its heads do");
        }
        int block = in.position() + length;
        try {
            return read(Json.MAPPER.readValue(bytes, in.position(), length, Written.class), bytes, block);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            // records check their components in their constructors: a missing one is a NullPointerException
            return readEach(bytes, in.position(), length, block);
        }
    }

    private static ReportBatch read(Written heads, byte[] bytes, int block) {
        var frames = DetailBlock.split(bytes, block, heads.reports.stream().map(Report::bytes).toList());
        var reports = new ArrayList<AttemptFinished>(frames.size());
        for (int i = 0; i < frames.size(); i++) {
            reports.add(report(heads, heads.reports.get(i), frames.get(i)));
        }
        return new ReportBatch(heads.fleet, heads.epoch, heads.worker, heads.incarnation, reports, List.of());
    }

    /** Reads each head by itself, where one of them can't be read. */
    private static ReportBatch readEach(byte[] bytes, int at, int length, int block) {
        try {
            return read(Json.MAPPER.readValue(bytes, at, length, Heads.class), bytes, block);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new UnreadableMessage(e);
        }
    }

    private static ReportBatch read(Heads heads, byte[] bytes, int block) {
        var frames = DetailBlock.split(bytes, block,
                heads.reports.stream().map(each -> each.path("bytes").asInt(0)).toList());
        var reports = new ArrayList<AttemptFinished>();
        var unread = new ArrayList<Unread>();
        for (int i = 0; i < frames.size(); i++) {
            var head = heads.reports.get(i);
            try {
                reports.add(report(new Written(heads.fleet, heads.epoch, heads.worker, heads.incarnation, List.of()),
                        Json.MAPPER.treeToValue(head, Report.class), frames.get(i)));
            } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
                unread.add(new Unread(head, String.valueOf(e.getMessage())));
            }
        }
        return new ReportBatch(heads.fleet, heads.epoch, heads.worker, heads.incarnation, reports, unread);
    }

    private static AttemptFinished report(Written heads, Report of, DetailFrame frame) {
        return new AttemptFinished(heads.fleet, heads.epoch, heads.worker, heads.incarnation, of.ref, of.dispatch,
                of.attempt, ReportedResult.of(of.head, frame), of.again, of.ticket);
    }
}
