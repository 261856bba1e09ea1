package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.OpenPlaces;

/**
 * The repeats of each case in each cell, a row, where they run one after another and no further than needed: as soon as
 * one of them does not pass, neither does the case, and the others are decided.
 */
final class RepeatSequence {

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
