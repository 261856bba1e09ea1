package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.agent.mapping.MappingRules;
import dev.muster.common.config.UrlPort;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** Reads URLs, headers and other values that may contain {@code ${ENV.NAME}}. */
final class EndpointReader {

    private static final Pattern FILLED = Pattern.compile(
            "\\$\\{(?:ENV\\.[A-Za-z_][A-Za-z0-9_]*|[A-Za-z_][A-Za-z0-9_-]*)}");
    private static final Pattern SHELL_NAME = Pattern.compile("\\$([A-Za-z_][A-Za-z0-9_]*)");
    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private final Faults faults;
    private final Map<String, List<Fault>> ofHooks = new HashMap<>();
    private String owner = "";

    EndpointReader(Faults faults) {
        this.faults = faults;
    }

    /** @param next the agent or the connector that is read next, as in {@link #ofHooks} */
    void reading(String next) {
        owner = next;
    }

    /** Returns, by agent and connector, warnings of names that only hooks can set. */
    Map<String, List<Fault>> ofHooks() {
        return ofHooks;
    }

    /** Notes the names in a text that only hooks can set. */
    void noteNames(String what, String text, Position at) {
        TemplateNames.variables(text).stream().filter(name -> !MappingRules.isKnown(name)).distinct()
                .forEach(name -> ofHooks.computeIfAbsent(owner, _ -> new ArrayList<>())
                        .add(new Fault(faults.file(), at.line(), at.column(), what + " sends '${" + name
                                + "}' as it stands, because no case has 'hooks' that set it; write ${ENV." + name
                                + "} for the environment variable")));
    }

    /** @param mapped whether it may be a WebSocket's, and may contain any name */
    @Nullable
    String url(Fields fields, String name, boolean mapped) {
        if (!mapped) {
            return url(fields, name);
        }
        var url = fields.text(name);
        if (url != null && !url.startsWith("${") && !url.matches("(?:https?|wss?)://[^/\\s]+(?:/.*)?")) {
            fields.fault(name, "'" + url + "' is not a valid URL; write http://…, https://…, ws://… or wss://…");
        } else if (url != null) {
            checkPort(url, name, fields);
        }
        if (url != null) {
            warnOfShellName("'" + name + "'", url, fields.at(name));
        }
        return url;
    }

    @Nullable
    String url(Fields fields, String name) {
        var url = fields.text(name);
        if (url == null) {
            return null;
        }
        trouble(url).ifPresentOrElse(sentence -> fields.fault(name, sentence),
                () -> checkAddress(url, name, fields));
        return url;
    }

    private void warnOfShellName(String what, String value, Position at) {
        noteNames(what, value, at);
        var shell = SHELL_NAME.matcher(value);
        if (shell.find()) {
            faults.warn(at, what + " sends '" + shell.group() + "' as it stands; write ${ENV." + shell.group(1)
                    + "} for the environment variable");
        }
    }

    private void checkAddress(String url, String name, Fields fields) {
        warnOfShellName("'" + name + "'", url, fields.at(name));
        if (!url.startsWith("${") && !isWebAddress(FILLED.matcher(url).replaceAll("x"))) {
            fields.fault(name, "'" + url + "' is not a valid URL; write http://… or https://…");
        } else {
            checkPort(url, name, fields);
        }
    }

    private static void checkPort(String url, String name, Fields fields) {
        UrlPort.trouble(url).ifPresent(sentence -> fields.fault(name, "'" + url + "': " + sentence));
    }

    private static boolean isWebAddress(String url) {
        try {
            var uri = URI.create(url);
            return uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    Map<String, String> headers(Fields fields) {
        return headers(fields, false);
    }

    /** @param mapped whether their values may contain any name */
    Map<String, String> headers(Fields fields, boolean mapped) {
        var values = fields.labels("headers");
        var headers = fields.any("headers") instanceof Node.Obj object ? object : null;
        var read = new LinkedHashMap<String, String>();
        values.forEach((name, value) -> {
            if (headers != null) {
                check(name, value, headers, mapped);
            }
            read.put(name, value);
        });
        return read;
    }

    private void check(String name, String value, Node.Obj headers, boolean mapped) {
        var member = Objects.requireNonNull(headers.members().get(name));
        if (!HEADER_NAME.matcher(name).matches()) {
            faults.add(member.at(), "'" + name + "' is not a header name");
        }
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c > '~')) {
            faults.add(member.value().at(), "the value of header '" + name + "' must be printable ASCII on one line");
        }
        warnOfShellName("header '" + name + "'", value, member.value().at());
        if (!mapped) {
            trouble(value).ifPresent(sentence -> faults.add(member.value().at(), sentence));
        }
    }

    /** Reads a string that may contain {@code ${ENV.NAME}}. */
    @Nullable
    String filled(Fields fields, String name) {
        return checked(fields, name, EndpointReader::trouble);
    }

    @Nullable
    String plain(Fields fields, String name) {
        return checked(fields, name, EndpointReader::troubleWherePlain);
    }

    private static @Nullable String checked(Fields fields, String name, Function<String, Optional<String>> check) {
        var value = fields.text(name);
        if (value != null) {
            check.apply(value).ifPresent(sentence -> fields.fault(name, sentence));
        }
        return value;
    }

    /**
     * Returns what is wrong with a value that workers expand from their environment and from variables set by hooks.
     */
    private static Optional<String> trouble(String value) {
        return first(FILLED.matcher(value).replaceAll(""))
                .map(template -> "'" + template
                        + "' is not filled in; write ${ENV.NAME} for an environment variable, ${NAME} for one that a "
                        + "hook sets");
    }

    /** Returns what is wrong with a value that is not expanded. */
    private static Optional<String> troubleWherePlain(String value) {
        return first(value).map(
                template -> "'" + template
                        + "' is not filled in here; only urls, headers and databases take ${ENV.NAME}");
    }

    private static Optional<String> first(String value) {
        int start = value.indexOf("${");
        if (start < 0) {
            return Optional.empty();
        }
        int end = value.indexOf('}', start);
        return Optional.of(end < 0 ? value.substring(start) : value.substring(start, end + 1));
    }
}
