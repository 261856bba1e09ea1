package dev.muster.cli.discovery;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An address that is probed: its descriptions of itself, read once, and calls to it. */
final class Site {

    private final String url;
    private final Address address;
    private final Peek peek;
    private final Refusals refusals;
    private final Consumer<String> progress;
    private @Nullable Map<String, PeekAnswer> descriptions;

    Site(String url, Address address, Peek peek, Refusals refusals, Consumer<String> progress) {
        this.url = url;
        this.address = address;
        this.peek = peek;
        this.refusals = refusals;
        this.progress = progress;
    }

    /** Returns another address of the same server, as its OpenAPI document names it. */
    Site at(String other) throws NotFound {
        var site = new Site(other, Address.of(other), peek, refusals, progress);
        site.descriptions = descriptions;
        return site;
    }

    String url() {
        return url;
    }

    Address address() {
        return address;
    }

    Peek peek() {
        return peek;
    }

    Refusals refusals() {
        return refusals;
    }

    /** Shows a line to the user. */
    void report(String line) {
        progress.accept(line);
    }

    /** Returns the answer at one of the addresses where a server may describe itself; null without one. */
    @Nullable
    PeekAnswer description(String at) throws NotFound, InterruptedException {
        if (descriptions == null) {
            var urls = new LinkedHashSet<String>();
            address.modelBases().forEach(base -> urls.add(base + "/models" + address.query()));
            urls.addAll(List.of(address.openApi(), address.below("/ok"), address.below("/info")));
            urls.addAll(address.cards());
            descriptions = peek.get(address.base(), urls);
        }
        return descriptions.get(at);
    }

    /** Returns the paths of the server's OpenAPI document; none without one. */
    ServedPaths served() throws NotFound, InterruptedException {
        var document = description(address.openApi());
        return document == null || !document.isGood() ? new ServedPaths(Map.of()) : ServedPaths.of(document.json());
    }

    /**
     * Sends the message.
     *
     * @param more headers of this call
     */
    PeekAnswer post(String at, JsonNode body, Map<String, String> more) throws NotFound, InterruptedException {
        report("POST " + at + ": one message, \"" + Discovery.MESSAGE + "\"");
        return peek.post(at, body, more);
    }
}
