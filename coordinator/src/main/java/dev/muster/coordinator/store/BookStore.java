package dev.muster.coordinator.store;

import module java.base;

/** The store that a bookkeeper writes to. */
public interface BookStore extends AutoCloseable {

    /**
     * Writes all of a batch, or nothing of it. Writing it again changes nothing.
     *
     * @throws StoreException when it is unknown whether it was written; {@link StoreException#refusedData} when it
     * never will be
     * @throws LostLeadership when another coordinator leads
     */
    void write(List<Settlement> batch);

    /**
     * Writes a portion of a settlement; writing it again changes nothing. Throws what {@link #write} throws.
     *
     * @return the next one; nothing once all is written
     */
    default Optional<Portion> writePortion(Settlement.InPortions settlement, Portion portion) {
        write(List.of(settlement));
        return Optional.empty();
    }

    @Override
    void close();
}
