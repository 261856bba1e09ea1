package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** Checks the texts and paths of a mapping without a call. */
public final class MappingRules {

    /** Names of a call, alone or with a member behind a dot. */
    public static final List<String> NAMES = List.of("input", "messages", "attachments", "conversation_id", "run_id",
            "model", "instructions", "options", "metadata", "state", "tools", "answer", "session", "carry", "case",
            "ENV");

    /** The media types that an answer may have, as a request names them. */
    public static final String ACCEPTS = "application/json, text/event-stream, application/x-ndjson, text/plain";

    private static final Set<String> DOTTED = Set.of("messages", "attachments", "tools", "options", "metadata", "state",
            "answer", "session", "carry", "case", "ENV");

    private MappingRules() {}

    /** Returns what is wrong with a path; empty when it is one. */
    public static Optional<String> path(String path) {
        try {
            FieldPath.compile(path);
            return Optional.empty();
        } catch (AssertionFault e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Whether a path of {@code done} is meant, not the text of the last event. */
    public static boolean isPath(String done) {
        return AnswerPaths.isPath(done);
    }

    /** Returns the names in a text or in the texts of a JSON value. */
    public static Set<String> names(JsonNode value) {
        return TextTemplate.names(value).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the names in everything that is sent to an agent. */
    public static Set<String> names(HttpMapping mapping, String url, Map<String, String> headers) {
        var names = new LinkedHashSet<>(CompiledMapping.of(mapping).names());
        Stream.concat(Stream.of(url), headers.values().stream())
                .forEach(text -> new TextTemplate(text).names().forEach(names::add));
        return names;
    }

    /** Whether the call knows a name; otherwise only a hook can give it. */
    public static boolean isKnown(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? NAMES.contains(name) && !name.equals("ENV") && !name.equals("case")
                : DOTTED.contains(name.substring(0, dot)) && dot < name.length() - 1;
    }

    /**
     * A mapping, compiled once for all calls: the cases of a run share few mappings.
     *
     * @param names all names in its texts
     */
    record CompiledMapping(AnswerPaths paths, Set<String> names) {

        private static final int MOST = 100;
        private static final Map<HttpMapping, CompiledMapping> KNOWN = new ConcurrentHashMap<>();

        /** @throws IllegalStateException for a mapping with faults, which reading a configuration reports */
        static CompiledMapping of(HttpMapping mapping) {
            if (KNOWN.size() > MOST) {
                KNOWN.clear();
            }
            return KNOWN.computeIfAbsent(mapping, CompiledMapping::compiled);
        }

        private static CompiledMapping compiled(HttpMapping mapping) {
            try {
                return new CompiledMapping(AnswerPaths.of(mapping.answer()),
                        MappingRules.names(Json.MAPPER.<JsonNode>valueToTree(mapping)));
            } catch (AssertionFault e) {
                throw new IllegalStateException("the configuration was not checked", e);
            }
        }
    }
}
