package dev.muster.coordinator.store;

import module java.base;
import java.sql.SQLException;

@FunctionalInterface
public interface FleetSessions {
    FleetSession open() throws SQLException;
}
