package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.agent.mapping.EventNames;

/**
 * One of server-sent events.
 *
 * @param type empty for none
 * @param data its lines, joined
 */
record ServerEvent(String type, String data) {

    static final List<String> BEGINNINGS = List.of("data:", "event:");

    static List<ServerEvent> of(String body) {
        var events = new ArrayList<ServerEvent>();
        var type = "";
        var data = new ArrayList<String>();
        for (var line : (Iterable<String>) Stream.concat(body.lines(), Stream.of(""))::iterator) {
            if (line.isEmpty() && !data.isEmpty()) {
                events.add(new ServerEvent(type, String.join("\n", data)));
            }
            if (line.isEmpty()) {
                type = "";
                data.clear();
            } else if (line.startsWith("event:")) {
                type = value(line).strip();
            } else if (line.startsWith("data:")) {
                data.add(value(line));
            }
        }
        return List.copyOf(events);
    }

    private static String value(String line) {
        var value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }

    boolean isError() {
        return EventNames.isError(type);
    }
}
