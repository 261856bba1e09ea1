package dev.muster.coordinator.store;

/**
 * A leading coordinator's access to the store.
 *
 * @param books closed by its bookkeeper
 * @param inherited what earlier coordinators left
 */
public record FleetStore(FleetLock lock, BookStore books, StoredCases cases, Inheritance inherited) {

    public static FleetStore of(Database database, Leadership leadership, CaseTable cases, Changes changes) {
        return new FleetStore(leadership.lock(), new StoredBooks(database, leadership, changes), cases,
                leadership.epoch() == 1 ? Inheritance.NOTHING : new Inheriting(database).of(leadership));
    }
}
