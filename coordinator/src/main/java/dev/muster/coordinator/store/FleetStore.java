package dev.muster.coordinator.store;

/**
 * What a leading coordinator has of the store.
 *
 * @param lock by which it leads
 * @param books closed by who keeps them
 * @param inherited what earlier coordinators left
 */
public record FleetStore(FleetLock lock, BookStore books, StoredCases cases, Inheritance inherited) {

    /** In PostgreSQL. */
    public static FleetStore of(Database database, Leadership leadership, CaseTable cases, Changes changes) {
        return new FleetStore(leadership.lock(), new StoredBooks(database, leadership, changes), cases,
                leadership.epoch() == 1 ? Inheritance.NOTHING : new InheritanceTable(database).of(leadership));
    }
}
