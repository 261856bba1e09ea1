package dev.muster.cli.session;

import module java.base;

/**
 * Stops a GitHub Actions runner from finding commands in an agent's text. A runner takes a line for a command if it
 * begins with {@code ::} after any spaces, or contains {@code ##[}; a zero-width space separates these characters.
 */
final class WorkflowCommandFilter extends FilterOutputStream {

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
