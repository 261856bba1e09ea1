package dev.muster.worker;

import dev.muster.common.channel.Channel;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.result.CaseResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a report fit into a message: one that is too large loses its longest fields, one by one, and says so. */
final class FittingReport {

    private static final int SHORT = 64 << 10;

    private FittingReport() {}

    static byte[] encode(AttemptFinished report) {
        var bytes = Codec.RESULT.encode(report);
        if (bytes.length <= Channel.MAX_RECORD) {
            return bytes;
        }
        bytes = Codec.RESULT.encode(cut(report, withoutDetails(report.result())));
        return bytes.length <= Channel.MAX_RECORD ? bytes : Codec.RESULT.encode(cut(report, bare(report.result())));
    }

    private static AttemptFinished cut(AttemptFinished report, CaseResult shorter) {
        return new AttemptFinished(report.fleet(), report.epoch(), report.worker(), report.incarnation(), report.ref(),
                report.dispatch(), report.attempt(), shorter, report.again());
    }

    private static CaseResult withoutDetails(CaseResult result) {
        return new CaseResult(result.key(), result.id(), result.name(), result.source(), result.labels(),
                result.agent(), result.connector(), result.status(), result.cause(), shorten(result.error()),
                result.skipReason(), result.messagesCount(), shorten(result.response()), result.toolCalls(),
                List.of(), null, result.assertions(), result.usage(), result.durationMs(), result.workingMs(),
                result.firstEventMs(), result.startedAt(),
                List.of("the result was too large for a message; details were cut"),
                result.traceId());
    }

    private static CaseResult bare(CaseResult result) {
        var less = withoutDetails(result);
        return new CaseResult(less.key(), less.id(), less.name(), less.source(), less.labels(), less.agent(),
                less.connector(), less.status(), less.cause(), less.error(), less.skipReason(), less.messagesCount(),
                less.response(), List.of(), List.of(), null, List.of(), less.usage(), less.durationMs(),
                less.workingMs(), less.firstEventMs(), less.startedAt(), less.warnings(), less.traceId());
    }

    private static @Nullable String shorten(@Nullable String text) {
        return text == null || text.length() <= SHORT ? text : text.substring(0, SHORT) + "… (cut)";
    }
}
