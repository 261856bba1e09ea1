package dev.muster.common.agent.custom;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The values that {@code ${name}} stands for. */
@FunctionalInterface
interface Names {

    /** Returns null for a name without a value. */
    @Nullable
    JsonNode value(String name);

    /** Returns the member of a value at the rest of a dotted name; null when it is not there. */
    static @Nullable JsonNode inside(JsonNode value, String path) {
        var found = value;
        for (var member : path.split("\\.", -1)) {
            found = found.isArray() && member.chars().allMatch(Character::isDigit) && member.length() < 9
                    ? found.path(Integer.parseInt(member))
                    : found.path(member);
        }
        return found.isMissingNode() ? null : found;
    }
}
