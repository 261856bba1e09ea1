package dev.muster.common.message;

import module java.base;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.json.Ordered;
import org.jspecify.annotations.Nullable;

/** A message on the {@code workers} topic; its broker time is the fleet's only clock for silence. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = WorkerMessage.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = WorkerMessage.Snapshot.class, name = "snapshot"),
    @JsonSubTypes.Type(value = WorkerMessage.Bye.class, name = "bye"),
    @JsonSubTypes.Type(value = WorkerMessage.Beat.class, name = "beat")})
public sealed interface WorkerMessage {

    long epoch();

    /**
     * A worker asks for an inbox. Repeated until it has one.
     *
     * @param worker name for users
     * @param incarnation new at each start and after each fence
     * @param pid of the worker's process
     * @param slots maximum number of cases in flight, 1 to {@link #MOST_SLOTS}
     * @param env names of the environment variables it has
     * @param switches what it may do besides calling agents: {@link #ALLOW_COMMANDS}, {@link #FILES}
     * @param inbox partition of {@code cases} leased by an earlier coordinator that it still reads; null for none
     * @param held the orders of an earlier coordinator in flight; it takes no more of these
     */
    record Hello(String fleet, long epoch, String worker, String incarnation, long pid, int slots, Set<String> env,
            Set<String> switches, @Nullable Integer inbox, List<HeldOrder> held) implements WorkerMessage {

        /** The worker runs hooks and executable scripts. */
        public static final String ALLOW_COMMANDS = "allow-commands";
        /** The worker can fetch the files of runs, and so runs scripts in JavaScript. */
        public static final String FILES = "coordinator";
        /** One worker can't draw the cases of a whole fleet to itself. */
        public static final int MOST_SLOTS = 10_000;

        public Hello {
            env = Ordered.copy(env);
            switches = Ordered.copy(Objects.requireNonNullElse(switches, Set.of()));
            held = List.copyOf(Objects.requireNonNullElse(held, List.of()));
        }

        /** Creates the hello of a worker that is new to the fleet. */
        public Hello(String fleet, long epoch, String worker, String incarnation, long pid, int slots,
                Set<String> env, Set<String> switches) {
            this(fleet, epoch, worker, incarnation, pid, slots, env, switches, null, List.of());
        }
    }

    /**
     * A worker's heartbeat: everything in flight, copied under the lock that guards it.
     *
     * @param seq from 1, per incarnation
     * @param inboxPosition offset of the next inbox record to read
     * @param held dispatches that run, or whose report is not yet acknowledged
     * @param draining whether it takes no more orders
     * @param overdue held dispatches whose attempt did not return long after its timeout
     * @param calls how agents took the calls that ended since the previous snapshot
     * @param waits what the cases wait for
     */
    record Snapshot(String fleet, long epoch, String incarnation, long seq, long inboxPosition, List<Dispatch> held,
            boolean draining, List<Dispatch> overdue, List<Calls> calls, List<Wait> waits)
            implements
                WorkerMessage {
        public Snapshot {
            held = List.copyOf(held);
            overdue = List.copyOf(Objects.requireNonNullElse(overdue, List.of()));
            calls = List.copyOf(Objects.requireNonNullElse(calls, List.of()));
            waits = List.copyOf(Objects.requireNonNullElse(waits, List.of()));
        }

        /** Creates a snapshot without overdue attempts and call counts. */
        public Snapshot(String fleet, long epoch, String incarnation, long seq, long inboxPosition,
                List<Dispatch> held, boolean draining) {
            this(fleet, epoch, incarnation, seq, inboxPosition, held, draining, List.of(), List.of(), List.of());
        }

        public Snapshot overdue(List<Dispatch> late) {
            return new Snapshot(fleet, epoch, incarnation, seq, inboxPosition, held, draining, late, calls, waits);
        }

        public Snapshot with(List<Calls> ended) {
            return new Snapshot(fleet, epoch, incarnation, seq, inboxPosition, held, draining, overdue, ended, waits);
        }

        public Snapshot waiting(List<Wait> now) {
            return new Snapshot(fleet, epoch, incarnation, seq, inboxPosition, held, draining, overdue, calls, now);
        }
    }

    /**
     * How one agent took a worker's calls in an interval.
     *
     * @param address as in {@link Target#address}
     * @param accepted calls that it did not reject as busy, whatever the result
     * @param rejected calls that it rejected as busy: 429, 502, 503, 504
     * @param retryAfterMs the longest delay that it asked for; 0 for none
     */
    record Calls(String address, @JsonProperty("taken") int accepted, @JsonProperty("busy") int rejected,
            long retryAfterMs) {}

    /** An incarnation's last message: nothing is in flight any more. */
    record Bye(String fleet, long epoch, String incarnation) implements WorkerMessage {}

    /** The coordinator's heartbeat: advances the clock while no worker sends anything. */
    record Beat(String fleet, long epoch) implements WorkerMessage {}
}
