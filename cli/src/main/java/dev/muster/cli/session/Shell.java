package dev.muster.cli.session;

import module java.base;

/**
 * The shell that a command line is typed in.
 *
 * @param folder the working folder
 * @param person what the user at the terminal types; empty without a terminal
 * @param in standard input, for piped input
 */
public record Shell(Path folder, Map<String, String> environment, PrintStream out, PrintStream err,
        Supplier<Optional<BufferedReader>> person, InputStream in) {

    /** Returns the shell that this process was started in. */
    public static Shell ofThisProcess() {
        return new Shell(Path.of("").toAbsolutePath(), System.getenv(), System.out, System.err, Shell::atTheConsole,
                System.in);
    }

    /** Returns the same shell with more variables. */
    public Shell with(Map<String, String> variables) {
        var all = new HashMap<>(environment);
        all.putAll(variables);
        return new Shell(folder, Map.copyOf(all), out, err, person, in);
    }

    /** Returns the same shell with its output going elsewhere. */
    Shell into(PrintStream other) {
        return new Shell(folder, environment, other, other, Optional::empty, in);
    }

    /** Returns the same shell with plain text output, even when a GitHub Actions job reads it. */
    public Shell words() {
        return WorkflowCommandFilter.isRead(environment)
                ? new Shell(folder, environment, WorkflowCommandFilter.over(out),
                        WorkflowCommandFilter.over(err), person, in)
                : this;
    }

    @SuppressWarnings("SystemConsoleNull") // since JDK 25, null again without a terminal
    private static Optional<BufferedReader> atTheConsole() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal)
                .map(console -> new BufferedReader(console.reader()));
    }

    /**
     * Stops a GitHub Actions runner from finding commands in an agent's text. A runner takes a line for a command if it
     * begins with {@code ::} after any spaces, or contains {@code ##[}; a zero-width space separates these characters.
     */
    static final class WorkflowCommandFilter extends FilterOutputStream {

        private static final byte[] APART = "\u200b".getBytes(StandardCharsets.UTF_8);

        private final ByteArrayOutputStream parted = new ByteArrayOutputStream();
        private boolean atBegin = true;
        private int colons;
        private int hashes;

        private WorkflowCommandFilter(OutputStream out) {
            super(out);
        }

        static PrintStream over(PrintStream out) {
            return new PrintStream(new WorkflowCommandFilter(out), true, out.charset());
        }

        static boolean isRead(Map<String, String> environment) {
            return "true".equals(environment.get("GITHUB_ACTIONS"));
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[]{(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) throws IOException {
            for (int i = from; i < from + length; i++) {
                part(bytes[i]);
            }
            parted.writeTo(out);
            parted.reset();
        }

        private void part(byte b) {
            if ((b == ':' && atBegin && colons == 1) || (b == '[' && hashes >= 2)) {
                parted.writeBytes(APART);
            }
            parted.write(b);
            hashes = b == '#' ? hashes + 1 : 0;
            colons = b == ':' ? colons + 1 : 0;
            atBegin = b == '\n' || b == '\r' || (atBegin && isBeforeCommand(b));
        }

        /** Spaces, some of them not ASCII, and the first colon. */
        private boolean isBeforeCommand(byte b) {
            return (b >= 0 && b <= ' ') || b < 0 || (b == ':' && colons == 1);
        }
    }
}
