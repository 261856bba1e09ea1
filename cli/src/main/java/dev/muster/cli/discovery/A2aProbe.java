package dev.muster.cli.discovery;

import dev.muster.common.agent.a2a.A2aProtocol;
import org.jspecify.annotations.Nullable;

/** Finds an Agent2Agent agent by its card. */
final class A2aProbe implements ProtocolProbe {

    @Override
    public @Nullable FoundAgent probe(Site site) throws NotFound, InterruptedException {
        for (var at : site.address().cards()) {
            var card = site.description(at);
            if (card != null && card.isGood() && A2aProtocol.speaks(card.json(), at)) {
                return new FoundAgent("an Agent2Agent agent", Draft.of(site.url(), "protocol", "a2a"), "",
                        FoundAgent.ITSELF);
            }
        }
        return null;
    }
}
