package dev.muster.coordinator.store;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Writes to the tables: a leading coordinator's writes are refused once another one leads. */
public interface Writes {

    /** Runs short work in one transaction. */
    <T extends @Nullable Object> T write(DatabaseWork<T> work);

    /** Runs work in one transaction, each of whose statements may take that long. */
    <T extends @Nullable Object> T writeLong(Duration atMost, DatabaseWork<T> work);
}
