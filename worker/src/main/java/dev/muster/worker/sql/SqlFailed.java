package dev.muster.worker.sql;

/** A database returned no rows; the message says why. */
public final class SqlFailed extends Exception {

    private static final long serialVersionUID = 1;

    SqlFailed(String sentence) {
        super(sentence);
    }
}
