package dev.muster.coordinator.store;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Where a bookkeeper writes. */
public interface BookStore extends AutoCloseable {

    /**
     * Writes all of a batch, or nothing of it. What is written a second time changes nothing.
     *
     * @param patience told before something that may take so long
     * @throws StoreException when it is not known to be written; {@link StoreException#refusedData} when it never will be
     * @throws LostLeadership when another coordinator leads
     */
    void write(List<Settlement> batch, Consumer<Duration> patience);

    @Override
    void close();
}
