package dev.muster.cli.discovery;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Finds the path that takes a message in the OpenAPI document of a server whose address has no path. */
final class OpenApiProbe implements ProtocolProbe {

    @Override
    public @Nullable FoundAgent probe(Site site) throws NotFound, InterruptedException {
        var address = site.address();
        var paths = address.isBare() ? site.served().talking() : List.<String>of();
        if (paths.isEmpty()) {
            return null;
        }
        if (paths.size() > 1) {
            throw new NotFound("its /openapi.json names several addresses that take a question; choose one of them:\n"
                    + String.join("\n",
                            paths.stream().map(path -> "  " + Refusals.again(address.below(path))).toList())
                    + "\n");
        }
        site.report("its /openapi.json says that it serves POST " + paths.getFirst());
        var base = address.base() + paths.getFirst();
        var whole = ModelApi.whole(base);
        var found = whole.isEmpty() ? null
                : ModelProbe.send(site, ModelApi.base(base), whole, ModelProbe.NO_MODELS);
        return found != null ? found : new MessageProbe().probe(site.at(address.below(paths.getFirst())));
    }
}
