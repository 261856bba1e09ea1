package dev.muster.common.message;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.json.Flat;
import dev.muster.common.json.Ordered;
import dev.muster.common.model.TestCase;
import org.jspecify.annotations.Nullable;

/** A message of a coordinator to a worker's inbox. Addressed to one incarnation; any other skips it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = InboxMessage.CaseOrder.class, name = "order"),
    @JsonSubTypes.Type(value = InboxMessage.Drop.class, name = "drop"),
    @JsonSubTypes.Type(value = InboxMessage.Check.class, name = "check")})
public sealed interface InboxMessage {

    /**
     * Run this case now: the worker has a free slot for it.
     *
     * @param attempt from 1; incremented when an attempt ends without a verdict
     */
    record CaseOrder(String fleet, long epoch, String incarnation, CaseRef ref, Dispatch dispatch, int attempt,
            TestCase testCase, Parties parties, AttemptSettings settings, Terms terms) implements InboxMessage {

        /** Maximum number of isolated attempts of a worker: each is a JVM, and one that waits keeps a slot. */
        public static final int MOST_ALONE = 4;

        public Target target() {
            return parties.target();
        }
    }

    /**
     * The agents of a case.
     *
     * @param helpers the simulators and validators of the case, and agents called by a connector other than their
     *     default, including the target; by {@link Target#key}
     */
    @Flat
    record Parties(Target target, Map<String, Target> helpers) {
        public Parties {
            helpers = Ordered.copy(helpers);
        }
    }

    /**
     * The terms of an order.
     *
     * @param alone run it in a separate process, because it may have crashed workers
     * @param atOnce its report must not wait for others: something waits for what it frees, or for what it decides
     * @param ticket proves to every leader that this order was given, and is repeated in its report; null in an order of
     *     a coordinator of before
     */
    @Flat
    record Terms(boolean alone, boolean atOnce, @Nullable String ticket) {}

    /** Stop dispatches of a run and report them as cancelled; an empty list means all of them. */
    record Drop(String fleet, long epoch, String incarnation, String run, List<Dispatch> dispatches)
            implements
                InboxMessage {
        public Drop {
            dispatches = List.copyOf(dispatches);
        }
    }

    /** Does nothing: written after an order whose sending failed, so that a snapshot past it shows whether it arrived. */
    record Check(String fleet, long epoch, String incarnation) implements InboxMessage {}

    /**
     * The settings of an attempt.
     *
     * @param databases databases that assertions query, by name
     * @param redact RE2 patterns; what they match is masked in the result
     */
    record AttemptSettings(Duration timeout, RetryPolicy retry, CaseFiles files,
            Map<String, DatabaseConfig> databases, List<String> redact) {

        public AttemptSettings(Duration timeout, RetryPolicy retry, CaseFiles files,
                Map<String, DatabaseConfig> databases) {
            this(timeout, retry, files, databases, List.of());
        }

        public AttemptSettings {
            redact = List.copyOf(redact);
            files = Objects.requireNonNullElse(files, new CaseFiles.None());
            databases = Ordered.copy(Objects.requireNonNullElse(databases, Map.of()));
        }
    }
}
