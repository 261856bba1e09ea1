package dev.muster.common.block;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Muted;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator changed in a reported result, laid over its details when they are read: it is muted, flaky, stands
 * in for a later attempt, or had earlier losses. Null is what stays as it was reported.
 *
 * @param muted the verdict outside quarantine
 */
public record Amendment(@Nullable Status status, @Nullable Cause cause, @Nullable String error,
        @Nullable String skipReason, List<String> warnings, @Nullable Muted muted) {

    public static final Amendment NONE = new Amendment(null, null, null, null, List.of(), null);

    public Amendment {
        warnings = List.copyOf(warnings);
    }

    /** Returns this with what differs between two verdicts. */
    Amendment with(Verdict old, Verdict changed) {
        return new Amendment(changed.status() == old.status() ? status : changed.status(),
                changed.cause() == old.cause() ? cause : changed.cause(),
                Objects.equals(changed.error(), old.error()) ? error : changed.error(),
                Objects.equals(changed.skipReason(), old.skipReason()) ? skipReason : changed.skipReason(), warnings,
                muted);
    }

    Amendment with(Muted verdict) {
        return new Amendment(status, cause, error, skipReason, warnings, verdict);
    }

    Amendment warning(String sentence) {
        return new Amendment(status, cause, error, skipReason,
                Stream.concat(warnings.stream(), Stream.of(sentence)).toList(), muted);
    }

    Verdict over(Verdict verdict) {
        return new Verdict(status == null ? verdict.status() : status, cause == null ? verdict.cause() : cause,
                error == null ? verdict.error() : error, skipReason == null ? verdict.skipReason() : skipReason);
    }

    public CaseResult over(CaseResult result) {
        if (equals(NONE)) {
            return result;
        }
        return new CaseResult(result.identity(), over(result.verdict()), result.observed(), result.assertions(),
                result.dialogue(), result.timing(), result.spend(),
                Stream.concat(result.warnings().stream(), warnings.stream()).toList(), result.traceId(),
                muted == null ? result.muted() : muted);
    }
}
