package dev.muster.worker.setup;

import dev.muster.common.message.InboxMessage.CaseOrder;

/** Sets up what a case needs. */
@FunctionalInterface
public interface Setups {

    /**
     * Fetches the files that the case needs, runs its hooks, calls its {@code before}. Costs nothing for a case without
     * these. It has limits of its own: the case's time begins after it.
     *
     * @throws SetupFailed when the conversation must not begin
     */
    CaseSetups.PreparedCase prepare(CaseOrder order) throws SetupFailed, InterruptedException;
}
