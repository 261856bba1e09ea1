package dev.muster.coordinator.store;

import module java.base;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The connection pools of a {@link Database}. */
final class DatabasePools {

    /**
     * A cached plan may date from when the tables were empty. A statement of a process that is gone ends, with its locks,
     * where PostgreSQL can tell (from 14 on, not on Windows).
     */
    private static final String BEGIN = """
            SET plan_cache_mode = force_custom_plan;
            DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '2s', false);
            EXCEPTION WHEN OTHERS THEN NULL; END $$""";
    /** A writer of decisions drops a connection that is silent this long. */
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration GIVEN_UP = Duration.ofSeconds(25);
    private static final int WRITERS = 3;

    private DatabasePools() {}

    /** Connects when it is first used. */
    static HikariDataSource like(HikariConfig like, String name, int connections) {
        var pool = new HikariDataSource();
        like.copyStateTo(pool);
        pool.setMaximumPoolSize(connections);
        pool.setPoolName(name);
        pool.setMinimumIdle(0);
        pool.setInitializationFailTimeout(-1);
        return pool;
    }

    /** Configures the writers' pool: committing again changes nothing, so long silence can count as a loss. */
    static HikariConfig hot(DatabaseAddress address) {
        var config = withListener(config(address, WRITERS, "muster-hot"));
        // a lost connection must not hold its locks for longer than its client waits
        config.setConnectionInitSql(BEGIN + "; SET statement_timeout = '" + GIVEN_UP.toMillis() + "'");
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        return config;
    }

    static HikariConfig withListener(HikariConfig config) {
        config.addDataSourceProperty("socketTimeout", String.valueOf(SILENCE.toSeconds()));
        return config;
    }

    static HikariConfig config(DatabaseAddress address, int connections, String name) {
        var config = new HikariConfig();
        config.setJdbcUrl(address.url());
        if (address.user() != null) {
            config.setUsername(address.user());
        }
        if (address.password() != null) {
            config.setPassword(address.password());
        }
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setPoolName(name);
        config.setConnectionInitSql(BEGIN);
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("connectTimeout", "10");
        config.setConnectionTimeout(Duration.ofSeconds(10).toMillis());
        config.setInitializationFailTimeout(Duration.ofSeconds(5).toMillis());
        return config;
    }
}
