package dev.muster.cli.discovery;

import org.jspecify.annotations.Nullable;

/** Finds out whether one protocol is spoken at an address. */
interface ProtocolProbe {

    /**
     * Returns null when another protocol may be spoken there.
     *
     * @throws NotFound when no agent can be called there
     */
    @Nullable
    FoundAgent probe(Site site) throws NotFound, InterruptedException;
}
