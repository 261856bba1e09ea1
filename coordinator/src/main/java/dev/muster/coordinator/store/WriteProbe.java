package dev.muster.coordinator.store;

import module java.base;

/** Tests whether PostgreSQL takes writes of this leader: locking the fleet's row is a write, and blocks no other transaction. */
public record WriteProbe(Database database, String fleet, long epoch, Duration patience) {

    private static final String LOCK = "SELECT epoch FROM leadership WHERE fleet = @fleet AND epoch = @epoch FOR SHARE";

    /** Whether PostgreSQL takes writes; false, too, when it does not answer in time. */
    public boolean takesWrites() {
        try {
            return CompletableFuture
                    .supplyAsync(this::locks, task -> Thread.ofVirtual().name("write probe").start(task))
                    .completeOnTimeout(false, patience.toMillis(), TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            return false;
        }
    }

    private boolean locks() {
        return database
                .write(connection -> !Database.list(connection, LOCK, row -> row.getLong(1), this).isEmpty());
    }
}
