package dev.muster.coordinator.store;

import java.sql.SQLException;

/** Thrown when PostgreSQL fails; the message is a sentence for a human user. */
public sealed class StoreException extends RuntimeException {

    /** Thrown when a newer Muster made the tables: trying again can't help. */
    public static final class TooOld extends StoreException {

        TooOld(String message) {
            super(message);
        }
    }

    private final String sqlState;

    public StoreException(String message, SQLException cause) {
        super(message, cause);
        this.sqlState = cause.getSQLState() == null ? "" : cause.getSQLState();
    }

    public StoreException(String message) {
        super(message);
        this.sqlState = "";
    }

    /** Whether PostgreSQL ended a statement because of its time limit. */
    public boolean tookTooLong() {
        return sqlState.equals("57014");
    }

    /** Whether PostgreSQL refused a value (classes 22, 23 and 54 of SQLSTATE): retrying can't help. */
    public boolean refusedData() {
        return sqlState.startsWith("22") || sqlState.startsWith("23") || sqlState.startsWith("54");
    }
}
