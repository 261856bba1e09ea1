package dev.muster.coordinator.store;

import module java.base;

/** Makes the partitions of the days to come, so that the first run of a day finds them. */
public record DaysAhead(Database database, InstantSource clock) {

    private static final int DAYS = 7;

    /** Makes what is missing for today and a week from now, each day in a transaction of its own. */
    public void make() {
        var today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        for (int ahead = 0; ahead <= DAYS; ahead++) {
            var day = today.plusDays(ahead);
            database.transaction(connection -> {
                new Partitions(connection).ensure(day);
                return day;
            });
        }
    }
}
