package dev.muster.common.agent.a2a;

import module java.base;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The address of an agent, from its card.
 *
 * @param current whether it speaks 1.0; else 0.3 or the 0.2 that is alike
 * @param tenant sent with each request; empty for none
 * @param trusted whether it gets the agent's headers, which were written for the address of the card
 */
record CardAddress(String url, boolean current, boolean streaming, String tenant, boolean trusted) {

    private static final String JSON_RPC = "JSONRPC";
    private static final String CARD = "/.well-known/agent-card.json";
    private static final String OLD_CARD = "/.well-known/agent.json";

    /** Returns where the card of an agent may be; an address that ends with {@code .json} is the card's own. */
    static List<String> cards(String url) {
        int query = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
        var base = url.substring(0, query);
        if (base.endsWith(".json")) {
            return List.of(url);
        }
        var places = new LinkedHashSet<String>();
        int host = base.indexOf("://") < 0 ? 0 : base.indexOf("://") + 3;
        int path = base.indexOf('/', host);
        for (var below : List.of(base.endsWith("/") ? base.substring(0, base.length() - 1) : base,
                path < 0 ? base : base.substring(0, path))) {
            places.add(below + CARD + url.substring(query));
            places.add(below + OLD_CARD + url.substring(query));
        }
        return List.copyOf(places);
    }

    /** Returns the first way in that we speak; null when the card names none. */
    static @Nullable CardAddress of(JsonNode card, String at) {
        boolean streams = card.path("capabilities").path("streaming").asBoolean(false);
        for (var each : card.path("supportedInterfaces")) {
            var version = text(each, "protocolVersion");
            if (JSON_RPC.equalsIgnoreCase(text(each, "protocolBinding")) && (isNew(version) || isOld(version))) {
                return at(at, text(each, "url"), isNew(version), streams, text(each, "tenant"));
            }
        }
        var version = text(card, "protocolVersion");
        if (!version.isEmpty() && !isOld(version)) {
            return null;
        }
        var transport = text(card, "preferredTransport");
        if (card.has("url") && (transport.isEmpty() || JSON_RPC.equalsIgnoreCase(transport))) {
            return at(at, text(card, "url"), false, streams, "");
        }
        for (var each : card.path("additionalInterfaces")) {
            if (JSON_RPC.equalsIgnoreCase(text(each, "transport"))) {
                return at(at, text(each, "url"), false, streams, "");
            }
        }
        return null;
    }

    private static @Nullable CardAddress at(String card, String url, boolean current, boolean streams, String tenant) {
        var from = HttpUrl.parse(card);
        var to = from == null ? null : from.resolve(url);
        if (from == null || to == null) {
            return null;
        }
        boolean near = from.host().equals(to.host()) && (!from.isHttps() || to.isHttps());
        return new CardAddress(to.toString(), current, streams, tenant, near);
    }

    private static boolean isNew(String version) {
        return version.equals("1") || version.startsWith("1.");
    }

    private static boolean isOld(String version) {
        return version.startsWith("0.3") || version.startsWith("0.2");
    }

    private static String text(JsonNode of, String name) {
        return of.path(name).stringValue("");
    }
}
