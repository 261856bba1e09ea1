package dev.muster.coordinator.store;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Writes to the tables: a leading coordinator's writes are refused once another one leads. */
public interface Writes {

    /** Runs short work in one transaction. */
    <T extends @Nullable Object> T write(Database.Work<T> work);

    /**
     * Runs work that may take long in one transaction.
     *
     * @param atMost time limit for each of its statements
     */
    <T extends @Nullable Object> T writeLong(Duration atMost, Database.Work<T> work);
}
