package dev.muster.worker.sql;

import module java.base;

/** A database returned no rows; the message says why. */
public final class SqlFailed extends Exception {

    SqlFailed(String sentence) {
        super(sentence);
    }
}
