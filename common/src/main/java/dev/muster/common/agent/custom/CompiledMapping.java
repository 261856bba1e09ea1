package dev.muster.common.agent.custom;

import module java.base;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What is needed of a mapping for every call, compiled once: the cases of a run share few mappings.
 *
 * @param names all names in its texts
 */
record CompiledMapping(TextTemplate.@Nullable JsonTemplate body, AnswerPaths paths, Set<String> names) {

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
            return new CompiledMapping(mapping.body() == null ? null : TextTemplate.JsonTemplate.of(mapping.body()),
                    AnswerPaths.of(mapping.answer()), names(Json.MAPPER.valueToTree(mapping)));
        } catch (AssertionFault e) {
            throw new IllegalStateException("the configuration was not checked", e);
        }
    }

    static Set<String> names(JsonNode value) {
        return TextTemplate.JsonTemplate.of(value).names().collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
