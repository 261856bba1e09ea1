package dev.muster.common.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is said on the {@code workers} topic; its broker time is the fleet's only clock for silence. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = WorkerMessage.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = WorkerMessage.Snapshot.class, name = "snapshot"),
    @JsonSubTypes.Type(value = WorkerMessage.Bye.class, name = "bye"),
    @JsonSubTypes.Type(value = WorkerMessage.Beat.class, name = "beat")})
public sealed interface WorkerMessage {

    String fleet();

    long epoch();

    /**
     * A worker asks for an inbox. Said again until it has one.
     *
     * @param worker name for people
     * @param incarnation new at each start and after each fence
     * @param pid of the worker's process
     * @param slots cases it holds at once
     * @param env names of the environment variables it has
     * @param switches what it may do beside talking to agents: {@link #ALLOW_COMMANDS}, {@link #FILES}
     * @param inbox partition of {@code cases} that an earlier coordinator leased it and that it still reads; null when
     *            it has none
     * @param held all that it holds of an earlier coordinator's orders; it takes no more of these
     */
    record Hello(String fleet, long epoch, String worker, String incarnation, long pid, int slots, Set<String> env,
            Set<String> switches, @Nullable Integer inbox, List<HeldOrder> held) implements WorkerMessage {

        /** It runs hooks and executable scripts. */
        public static final String ALLOW_COMMANDS = "allow-commands";
        /** It can fetch the files of runs, and so runs scripts in JavaScript. */
        public static final String FILES = "coordinator";

        public Hello {
            env = Set.copyOf(env);
            switches = Set.copyOf(Objects.requireNonNullElse(switches, Set.of()));
            held = List.copyOf(Objects.requireNonNullElse(held, List.of()));
        }

        /** Of a worker that is new to the fleet. */
        public Hello(String fleet, long epoch, String worker, String incarnation, long pid, int slots,
                Set<String> env, Set<String> switches) {
            this(fleet, epoch, worker, incarnation, pid, slots, env, switches, null, List.of());
        }
    }

    /**
     * A worker's beat: all it holds, copied under the lock under which it changes.
     *
     * @param seq from 1, per incarnation
     * @param inboxPosition offset of the next inbox record it will look at
     * @param held dispatches it runs or has not seen acknowledged
     * @param draining it takes no more orders
     * @param overdue those of the held whose attempt did not come back long after its time was over
     * @param calls how agents took the calls that ended since the snapshot before
     */
    record Snapshot(String fleet, long epoch, String incarnation, long seq, long inboxPosition, List<Dispatch> held,
            boolean draining, List<Dispatch> overdue, List<Calls> calls) implements WorkerMessage {
        public Snapshot {
            held = List.copyOf(held);
            overdue = List.copyOf(Objects.requireNonNullElse(overdue, List.of()));
            calls = List.copyOf(Objects.requireNonNullElse(calls, List.of()));
        }

        /** With nothing overdue, of a worker whose calls nobody counts. */
        public Snapshot(String fleet, long epoch, String incarnation, long seq, long inboxPosition,
                List<Dispatch> held, boolean draining) {
            this(fleet, epoch, incarnation, seq, inboxPosition, held, draining, List.of(), List.of());
        }

        /** The same, with attempts that did not come back. */
        public Snapshot overdue(List<Dispatch> late) {
            return new Snapshot(fleet, epoch, incarnation, seq, inboxPosition, held, draining, late, calls);
        }

        /** The same, with calls that ended. */
        public Snapshot with(List<Calls> ended) {
            return new Snapshot(fleet, epoch, incarnation, seq, inboxPosition, held, draining, overdue, ended);
        }
    }

    /**
     * How one agent took a worker's calls for a while.
     *
     * @param address as in {@link Target#address}
     * @param taken calls that it did not send away, whatever came of them
     * @param busy calls that it sent away: 429, 503 and the like
     * @param retryAfterMs the longest time that it asked to wait; 0 when it asked for none
     */
    record Calls(String address, int taken, int busy, long retryAfterMs) {}

    /** An incarnation's last message: it holds nothing any more. */
    record Bye(String fleet, long epoch, String incarnation) implements WorkerMessage {}

    /** The coordinator's own beat: moves the clock while no worker speaks. */
    record Beat(String fleet, long epoch) implements WorkerMessage {}
}
