package dev.muster.bench;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.AttemptTiming;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Observed;
import dev.muster.common.result.SentMessages;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;

/** Made-up results of about 2 KB, no two alike: five in a hundred failed, one without an answer. */
final class MadeUpResults {

    private MadeUpResults() {}

    private static final String[] WORDS = ("the your order was sent on and will arrive within days please refund amount "
            + "customer account number café policy \"return\" shipping address confirm thank you again for about which "
            + "möchten item replaced price €20 invoice attached see below\n however cannot today tomorrow agent check "
            + "status delivery window between morning support ticket closed").split(" ");
    private static final int RESPONSE = 1_600;
    private static final int REASON = 200;

    static CaseResult of(CaseOrder order) {
        var testCase = order.testCase();
        int n = order.ref().number();
        var random = new Random(n);
        boolean failed = n % 20 == 7;
        boolean broken = n % 100 == 13;
        var status = broken ? Status.ERROR : failed ? Status.FAILED : Status.PASSED;
        var cause = broken ? Cause.AGENT_ERROR : failed ? Cause.ASSERTION : Cause.NONE;
        return new CaseResult(CaseIdentity.of(testCase, order.target().id(), null),
                new Verdict(status, cause, broken ? "the agent answered " + text(random, REASON) : null, null),
                new Observed(1, broken ? null : text(random, RESPONSE), List.of(), List.of(), List.of(), null, null,
                        new SentMessages(testCase.conversation().opening(), true), broken ? null : "stop"),
                broken ? List.of() : assertions(testCase.assertions(), failed, random), null,
                new AttemptTiming(900 + random.nextInt(4_000), 900 + random.nextInt(3_000),
                        100 + random.nextInt(800), Instant.now()),
                new AttemptSpend(new Usage(random.nextInt(3_000), random.nextInt(500)), null), List.of(),
                "thread-" + Long.toHexString(random.nextLong()), null);
    }

    private static List<AssertionResult> assertions(List<Assertion> asserted, boolean failed, Random random) {
        var all = new ArrayList<AssertionResult>();
        for (var assertion : asserted) {
            all.add(new AssertionResult(assertion, !failed, failed ? text(random, REASON) : null));
        }
        return all;
    }

    private static String text(Random random, int length) {
        var text = new StringBuilder(length + 16);
        while (text.length() < length) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        return text.toString();
    }
}
