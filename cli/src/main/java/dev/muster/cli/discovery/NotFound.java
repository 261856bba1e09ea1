package dev.muster.cli.discovery;

import module java.base;

/** Nothing that can be used; the sentence says why, and what to try. */
public final class NotFound extends Exception {

    private static final String NOTHING = "; nothing was written";

    NotFound(String sentence) {
        super(sentence + (sentence.endsWith("?") ? " Nothing was written" : NOTHING));
    }

    /** @param agent to start from */
    NotFound(String sentence, Draft agent) {
        super(sentence + NOTHING
                + ".\n\nTo set it up yourself, put this into muster.yaml, change what its comments name,"
                + " and run muster probe: it shows what is sent, what comes back, and what each path finds.\n\n"
                + "agents:\n  " + agent.id() + ":\n" + agent.yaml());
    }
}
