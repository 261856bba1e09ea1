package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.OpenPlaces;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.store.EarlierAttempts;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;

/**
 * Expands the cases of a run from a page into the ledger: case after case, each in cell after cell and repeat after
 * repeat, never more at once than requested. So the number of ready cases does not grow with the matrix.
 */
final class MatrixExpansion {

    private final String run;
    private final Matrix matrix;
    private final SimulatorSeed seed;
    private final Function<CaseRef, EarlierAttempts> past;
    private final Deque<NumberedCase> loaded = new ArrayDeque<>();
    private final RepeatSequence rows = new RepeatSequence();
    private int place;

    /** @param past returns what happened to a case under earlier coordinators */
    MatrixExpansion(String run, Matrix matrix, SimulatorSeed seed, Function<CaseRef, EarlierAttempts> past) {
        this.run = run;
        this.matrix = matrix;
        this.seed = seed;
        this.past = past;
    }

    void add(List<NumberedCase> page) {
        loaded.addAll(page);
    }

    boolean isEmpty() {
        return loaded.isEmpty();
    }

    void clear() {
        loaded.clear();
    }

    List<Pending> next(int atMost) {
        var next = new ArrayList<Pending>(Math.min(atMost, loaded.size()));
        while (next.size() < atMost && !loaded.isEmpty()) {
            var first = loaded.getFirst();
            place = first.places().next(place);
            if (place == OpenPlaces.NONE) {
                loaded.removeFirst();
                place = 0;
            } else if (matrix.stopRepeats()) {
                rows.begin(first, place).ifPresent(begun -> next.add(pending(first, begun)));
                place = (first.places().cell(place) + 1) * first.places().repeats();
            } else {
                next.add(pending(first, place));
                place++;
            }
        }
        return next;
    }

    void adopt(NumberedCase each, CaseRef ref) {
        if (matrix.stopRepeats()) {
            rows.adopt(each, ref.cell(), ref.repeat());
        }
    }

    /** Records that a case has its result, and whether it failed in a rate; returns the repeat that follows. */
    List<Pending> finished(CaseRef ref, boolean failed) {
        return matrix.stopRepeats() ? rows.finished(ref.number(), ref.cell(), failed)
                .map(next -> pending(next.of(), next.place())).stream().toList() : List.of();
    }

    /** Takes the repeats that need not run any more, since their case is certain not to pass in their cell. */
    List<Pending> takeDecided() {
        return rows.takeDecided().stream().map(each -> pending(each.of(), each.place())).toList();
    }

    private Pending pending(NumberedCase each, int at) {
        int cell = each.places().cell(at);
        var ref = new CaseRef(run, each.number(), cell, each.places().repeat(at));
        return Pending.after(past.apply(ref), ref, matrix.cells().get(cell).of(seed.in(each.testCase(), ref.repeat())));
    }

    /**
     * The repeats of each case in each cell, a row, where they run one after another and no further than needed: as soon as
     * one of them does not pass, neither does the case, and the others are decided.
     */
    private static final class RepeatSequence {

        private final Map<Key, Row> rows = new HashMap<>();
        /** Rows that an earlier leader began: pages still contain them. */
        private final Set<Key> adopted = new HashSet<>();
        private List<Place> decided = new ArrayList<>();

        private record Key(int number, int cell) {}

        record Place(NumberedCase of, int place) {}

        private static final class Row {
            private final NumberedCase of;
            private final int cell;
            private final BitSet taken = new BitSet(0);
            private int underWay;
            private boolean failed;

            Row(NumberedCase of, int cell) {
                this.of = of;
                this.cell = cell;
                this.failed = of.places().failed().contains(cell);
            }

            void take(int place) {
                taken.set(place);
                underWay++;
            }

            /** Returns the next repeat that nobody took. */
            int next() {
                var places = of.places();
                int end = (cell + 1) * places.repeats();
                int next = places.next(cell * places.repeats());
                while (next != OpenPlaces.NONE && next < end && taken.get(next)) {
                    next = places.next(next + 1);
                }
                return next < end ? next : OpenPlaces.NONE;
            }
        }

        /** Returns the repeat to begin a row with, its first open place; none when the row is known or already decided. */
        OptionalInt begin(NumberedCase of, int place) {
            int cell = of.places().cell(place);
            var key = new Key(of.number(), cell);
            if (adopted.contains(key)) {
                return OptionalInt.empty();
            }
            var row = new Row(of, cell);
            if (row.failed) {
                decide(row);
                return OptionalInt.empty();
            }
            rows.put(key, row);
            row.take(place);
            return OptionalInt.of(place);
        }

        void adopt(NumberedCase of, int cell, int repeat) {
            var key = new Key(of.number(), cell);
            adopted.add(key);
            rows.computeIfAbsent(key, each -> new Row(of, cell)).take(cell * of.places().repeats() + repeat);
        }

        Optional<Place> finished(int number, int cell, boolean failed) {
            var key = new Key(number, cell);
            var row = rows.get(key);
            if (row == null) {
                return Optional.empty();
            }
            row.failed |= failed;
            row.underWay--;
            return row.underWay > 0 ? Optional.empty() : goOn(key, row);
        }

        private Optional<Place> goOn(Key key, Row row) {
            int next = row.next();
            if (row.failed || next == OpenPlaces.NONE) {
                rows.remove(key);
                decide(row);
                return Optional.empty();
            }
            row.take(next);
            return Optional.of(new Place(row.of, next));
        }

        private void decide(Row row) {
            for (int next = row.next(); next != OpenPlaces.NONE; next = row.next()) {
                row.take(next);
                decided.add(new Place(row.of, next));
            }
        }

        List<Place> takeDecided() {
            var taken = decided;
            decided = new ArrayList<>();
            return taken;
        }
    }

    /** Hands the seed of a run to the simulator of a case, one more for each repeat; a seed of its own stays. */
    record SimulatorSeed(long first) {

        TestCase in(TestCase testCase, int repeat) {
            return switch (testCase.conversation()) {
                case Conversation.Dynamic talk -> testCase.with(new Conversation.Dynamic(talk.opening(), talk.turns(),
                        seeded(talk.simulator(), repeat), talk.checkpoints(), talk.maxTurns()), testCase.assertions());
                case Conversation.Scripted talk when talk.then() instanceof Then.Ask ask && ask.simulator() != null ->
                    testCase.with(new Conversation.Scripted(talk.opening(), talk.turns(),
                            new Then.Ask(seeded(ask.simulator(), repeat), ask.person(), ask.onMissing(), ask.maxTurns(),
                                    ask.awaiting(), ask.unforeseen()),
                            talk.finals()), testCase.assertions());
                case Conversation.Scripted _,Conversation.Standard _,Conversation.ScriptTest _ -> testCase;
            };
        }

        private HelperUse seeded(HelperUse use, int repeat) {
            var seed = Map.<String, JsonNode>of("seed", LongNode.valueOf(first + repeat));
            return new HelperUse(use.use(), new Options(null, Map.of(), null, null, seed).with(use.options()));
        }
    }
}
