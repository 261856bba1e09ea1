package dev.muster.coordinator.lead;

import java.time.Duration;

/**
 * How the lead judges.
 *
 * @param lease silence after which a worker is lost
 * @param beat time between the lead's own beats
 * @param grace how long cases under way may go on when a run is stopped
 * @param backlog most decisions that may wait for the database before nothing more is handed out
 */
public record LeadSettings(Duration lease, Duration beat, Duration grace, int backlog) {

    public static final LeadSettings DEFAULT = new LeadSettings(Duration.ofSeconds(10), Duration.ofMillis(500),
            Duration.ofSeconds(5), 20_000);
}
