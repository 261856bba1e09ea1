package dev.muster.cli.embedded;

import module java.base;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A login to a server: its port and the owner's password. */
record Login(int port, String password) {

    static final String USER = "muster";
    static final String DATABASE = "muster";

    /** PostgreSQL's SQLSTATE for a missing database. */
    private static final String NO_SUCH_DATABASE = "3D000";

    /** The database that exists on every new server. */
    private static final String FIRST_DATABASE = "postgres";

    static Login with(int port, Path passwordFile) {
        return EmbeddedServerException.telling("Cannot read the password of the embedded PostgreSQL",
                ": without it the data beside it is locked; move that folder to start over.",
                () -> new Login(port, Files.readString(passwordFile).strip()));
    }

    /** Takes as long as a server's start, and can run in parallel with it. */
    static void loadDriver() {
        DriverManager.drivers().forEach(driver -> {});
    }

    String url() {
        return url(DATABASE);
    }

    /** Logs in once to prove that the server answers; creates the database at first use. */
    void ensureDatabase() {
        try {
            connectOrCreate();
        } catch (SQLException e) {
            throw new EmbeddedServerException("The embedded PostgreSQL at 127.0.0.1:" + port
                    + " does not accept user " + USER + ": " + e.getMessage(), e);
        }
    }

    /** Begins a new file of the write-ahead log, and returns its name. */
    String beginLog() throws SQLException {
        try (Connection connection = connect(DATABASE); Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_switch_wal()");
            try (ResultSet name = statement.executeQuery("SELECT pg_walfile_name(pg_current_wal_insert_lsn())")) {
                name.next();
                return name.getString(1);
            }
        }
    }

    private void connectOrCreate() throws SQLException {
        try {
            connect(DATABASE).close();
        } catch (SQLException e) {
            if (!NO_SUCH_DATABASE.equals(e.getSQLState())) {
                throw e;
            }
            createDatabase();
        }
    }

    private void createDatabase() throws SQLException {
        try (Connection connection = connect(FIRST_DATABASE); Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        }
    }

    private Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(url(database), USER, password);
    }

    /** Loopback needs no encryption; not asking saves a round trip. */
    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?sslmode=disable&gssEncMode=disable";
    }
}
