package dev.muster.cli.session;

import module java.base;
import dev.muster.common.process.Signals;

/**
 * Behavior of a process that {@code muster up} started: Ctrl-C reaches the whole group, so it leaves that to its
 * parent, which ends everything in order; and it ends when its parent is gone.
 */
public final class Supervised {

    /** Set by the parent. */
    public static final String VARIABLE = "MUSTER_SUPERVISED";

    private Supervised() {}

    public static void obey(Map<String, String> environment) {
        if (environment.containsKey(VARIABLE)) {
            Signals.ignore("INT");
            Thread.ofPlatform().daemon().name("parent").start(Supervised::endWithParent);
        }
    }

    /** The parent keeps the other end of standard input open while it lives. */
    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // the parent sends nothing
            }
        } catch (IOException e) {
            // treated as an end
        }
        System.exit(Exit.BROKEN);
    }
}
