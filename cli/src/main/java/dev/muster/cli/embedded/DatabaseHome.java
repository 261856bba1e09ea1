package dev.muster.cli.embedded;

import module java.base;
import dev.muster.common.secret.FileOwner;
import dev.muster.common.secret.PrivateFolder;

/** The folder of one embedded PostgreSQL, per major version, so that another version's data stays untouched. */
record DatabaseHome(Path folder) {

    /** The major version of the binaries in the build. */
    static final int MAJOR_VERSION = 18;

    static DatabaseHome under(Path home) {
        Path folder = folder(home);
        return EmbeddedServerException.telling("Cannot create the folder " + folder,
                ": set MUSTER_HOME to a writable folder.",
                () -> {
                    FileOwner.checkHome(home.toAbsolutePath().normalize());
                    PrivateFolder.make(home.toAbsolutePath().normalize());
                    return new DatabaseHome(PrivateFolder.make(folder).toRealPath());
                });
    }

    static Path folder(Path home) {
        return home.toAbsolutePath().normalize().resolve("postgresql-" + MAJOR_VERSION);
    }

    /** Refuses a data folder of another major version, which these binaries cannot read. */
    void refuseOtherVersion() {
        Path file = data().resolve("PG_VERSION");
        var version = EmbeddedServerException.telling("Cannot read " + file,
                ": the data folder must be complete and belong to the user who runs muster.",
                () -> Files.exists(data()) ? Files.readString(file).strip() : String.valueOf(MAJOR_VERSION));
        if (!version.equals(String.valueOf(MAJOR_VERSION))) {
            throw new EmbeddedServerException("The data folder " + data() + " is of PostgreSQL " + version + ", not "
                    + MAJOR_VERSION + ": move it, and a new one is created.");
        }
    }

    Path data() {
        return folder.resolve("data");
    }

    /** A file that says that the server has our database: no login is needed to see it. */
    Path complete() {
        return data().resolve("muster.complete");
    }

    Path unfinishedData() {
        return folder.resolve("data.unfinished");
    }

    Path password() {
        return folder.resolve("password");
    }

    Path log() {
        return folder.resolve("postgresql.log");
    }

    /** Returns the output of the programs that create, start and stop the server. */
    Path commandLog() {
        return folder.resolve("command.log");
    }

    Path startLock() {
        return folder.resolve("start.lock");
    }

    Path usersLock() {
        return folder.resolve("users.lock");
    }

    Path machine() {
        return folder.resolve("machine");
    }
}
