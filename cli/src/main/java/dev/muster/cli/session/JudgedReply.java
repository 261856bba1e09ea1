package dev.muster.cli.session;

import module java.base;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Status;

/**
 * A reply, and the result of judging it.
 *
 * @param masked masks secrets
 */
public record JudgedReply(LabeledReply reply, AssertionResult result, UnaryOperator<String> masked) {

    boolean is(Status status) {
        return status == (result.error() != null ? Status.ERROR : result.passed() ? Status.PASSED : Status.FAILED);
    }

    boolean isDisagreement() {
        return is(reply.label() ? Status.FAILED : Status.PASSED);
    }

    /** How far the judge is from people; a verdict without a score is as far as can be. */
    double distance() {
        return Math.abs(
                Objects.requireNonNullElse(result.score(), reply.label() ? 0.0 : 1.0) - (reply.label() ? 1 : 0));
    }

    String reason() {
        return masked.apply(result.error() != null ? result.error()
                : result.samples().stream().filter(sample -> sample.path("passed").asBoolean() == result.passed())
                        .map(sample -> sample.path("reason").asString("")).findFirst().orElse(""));
    }
}
