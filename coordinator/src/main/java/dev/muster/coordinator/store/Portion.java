package dev.muster.coordinator.store;

/**
 * A part of a long settlement that is small enough for one transaction.
 *
 * @param from the number of a case, or a sequence number
 * @param within how many places of that case are done
 * @param rows at most this many rows are looked at
 */
public record Portion(long from, int within, int rows) {

    /** Half a second on a busy server, so that other decisions hardly wait. */
    static final int ROWS = 20_000;

    static Portion first(int rows) {
        return new Portion(0, 0, rows);
    }

    /** Returns the portion that begins there. */
    public Portion at(long next, int places) {
        return new Portion(next, places, rows);
    }

    Portion halved() {
        return new Portion(from, within, Math.max(1, rows / 2));
    }
}
