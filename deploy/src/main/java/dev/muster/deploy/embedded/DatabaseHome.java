package dev.muster.deploy.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where everything of one embedded PostgreSQL lies: a folder per major version, so that an old one's data is left alone. */
record DatabaseHome(Path folder) {

    /** The major version of the binaries that the build brings along. */
    static final int MAJOR_VERSION = 18;

    static DatabaseHome under(Path home) {
        Path folder = home.toAbsolutePath().normalize().resolve("postgresql-" + MAJOR_VERSION);
        try {
            Files.createDirectories(folder);
            return new DatabaseHome(folder.toRealPath());
        } catch (IOException e) {
            throw new EmbeddedServerException("Cannot make the folder " + folder + " (" + Reason.of(e)
                    + "): set MUSTER_HOME to a folder that can be written.", e);
        }
    }

    /** A data folder of another major version is one that these programs cannot read. */
    void refuseOtherVersion() {
        Path file = data().resolve("PG_VERSION");
        try {
            String version = Files.exists(data()) ? Files.readString(file).strip() : String.valueOf(MAJOR_VERSION);
            if (!version.equals(String.valueOf(MAJOR_VERSION))) {
                throw new EmbeddedServerException("The data folder " + data() + " is of PostgreSQL " + version
                        + ", not " + MAJOR_VERSION + ": move it away, and a new one is made.");
            }
        } catch (IOException e) {
            throw new EmbeddedServerException("Cannot read " + file + " (" + Reason.of(e)
                    + "): the data folder must be whole and belong to the user who runs muster.", e);
        }
    }

    Path data() {
        return folder.resolve("data");
    }

    Path unfinishedData() {
        return folder.resolve("data.unfinished");
    }

    Path password() {
        return folder.resolve("password");
    }

    /** What the server says. */
    Path log() {
        return folder.resolve("postgresql.log");
    }

    /** What the programs that make, start and stop the server say. */
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
