package dev.muster.common.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.json.Flat;
import dev.muster.common.model.TestCase;
import java.util.List;
import java.util.Map;

/** What a coordinator writes into a worker's inbox. Meant for one incarnation; any other skips it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = InboxMessage.CaseOrder.class, name = "order"),
    @JsonSubTypes.Type(value = InboxMessage.Drop.class, name = "drop"),
    @JsonSubTypes.Type(value = InboxMessage.Check.class, name = "check")})
public sealed interface InboxMessage {

    String fleet();

    long epoch();

    String incarnation();

    /**
     * Run this case, now: the worker has a free slot for it.
     *
     * @param attempt from 1; grows when an attempt ended without a verdict
     * @param testCase resolved
     * @param settings the run's, as far as a worker needs them
     * @param alone it may have taken workers along: run it in a process of its own
     */
    record CaseOrder(String fleet, long epoch, String incarnation, CaseRef ref, Dispatch dispatch, int attempt,
            TestCase testCase, Parties parties, AttemptSettings settings, boolean alone) implements InboxMessage {

        public Target target() {
            return parties.target();
        }
    }

    /**
     * Whom a case talks to.
     *
     * @param target the agent under test
     * @param helpers the simulators and validators of the case, and what is called by other connectors than usual, the
     *            target too; by {@link Target#key}
     */
    @Flat
    record Parties(Target target, Map<String, Target> helpers) {
        public Parties {
            helpers = Map.copyOf(helpers);
        }
    }

    /** Stop what is held of a run and report it as cancelled; a list names single dispatches, an empty one all. */
    record Drop(String fleet, long epoch, String incarnation, String run, List<Dispatch> dispatches)
            implements
                InboxMessage {
        public Drop {
            dispatches = List.copyOf(dispatches);
        }
    }

    /** Does nothing: written behind an order whose sending failed, so that a snapshot past it tells what became of it. */
    record Check(String fleet, long epoch, String incarnation) implements InboxMessage {}
}
