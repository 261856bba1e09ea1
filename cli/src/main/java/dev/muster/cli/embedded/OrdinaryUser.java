package dev.muster.cli.embedded;

import module java.base;
import java.lang.ProcessBuilder.Redirect;

/** Runs PostgreSQL's programs as an ordinary user: they refuse to run as root. */
enum OrdinaryUser {
    /** The caller is not root. */
    CALLER(List.of()),
    /** In its own user namespace a root process is an ordinary user to PostgreSQL, and still owns its files. */
    NAMESPACE(List.of("unshare", "-U")),
    /**
     * Docker lets no one make such namespaces. The overflow user owns the data then, and may enter the folders above
     * it, which are root's.
     */
    OVERFLOW_USER(List.of("setpriv", "--securebits=+no_setuid_fixup", "--reuid=" + OrdinaryUser.OVERFLOW_ID,
            "--regid=" + OrdinaryUser.OVERFLOW_ID,
            "--clear-groups",
            "--inh-caps=+dac_override", "--ambient-caps=+dac_override"));

    private static final int OVERFLOW_ID = 65_534;
    private static final String OWNER = "unix:uid";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @SuppressWarnings("ImmutableEnumChecker") // List.of can't be changed
    private final List<String> command;

    OrdinaryUser(List<String> command) {
        this.command = command;
    }

    /** Holds the choice for this process; root tries which of them works. */
    private static final class Here {
        private static final OrdinaryUser USER = !isRoot() ? CALLER
                : works(NAMESPACE) || !works(OVERFLOW_USER) ? NAMESPACE : OVERFLOW_USER;
    }

    static OrdinaryUser here() {
        return Here.USER;
    }

    /** Returns the words to put before a command. */
    Stream<String> command() {
        return command.stream();
    }

    /**
     * Gives root's data folder or log to whom PostgreSQL runs as now: it refuses a folder that is not its own. What
     * belongs to somebody else stays theirs.
     */
    void own(Path data) throws IOException {
        int owner = this == OVERFLOW_USER ? OVERFLOW_ID : 0;
        int before = this == OVERFLOW_USER ? 0 : OVERFLOW_ID;
        if (this == CALLER || !owner(data).equals(Optional.of(before))) {
            return;
        }
        try (var files = Files.walk(data)) {
            // the folder itself last: its owner says that all of it is done
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.setAttribute(file, OWNER, owner, LinkOption.NOFOLLOW_LINKS);
            }
        }
    }

    private static boolean works(OrdinaryUser user) {
        try {
            var tried = new ProcessBuilder(Stream.concat(user.command(), Stream.of("true")).toList())
                    .redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
            return tried.waitFor(PATIENCE) && tried.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean isRoot() {
        return owner(Path.of("/proc/self")).map(uid -> uid == 0).orElse("root".equals(System.getProperty("user.name")));
    }

    private static Optional<Integer> owner(Path path) {
        try {
            return Optional.of((Integer) Files.getAttribute(path, OWNER));
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }
}
