package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.input.GeneratorInput;
import org.jspecify.annotations.Nullable;

/** Agents that a run names as helpers before any case is read; none of them is a default target. */
final class NamedHelpers {

    private NamedHelpers() {}

    static Set<String> of(RunOptions wanted, ProjectConfig config) {
        var named = wanted.inputs().stream().flatMap(input -> GeneratorInput.of(input).stream())
                .map(GeneratorInput::use).collect(Collectors.toCollection(ArrayList<@Nullable Reference>::new));
        if (!named.isEmpty()) {
            // other helpers are only known from the cases, which are yet to be generated
            named.add(config.defaults().simulator());
            named.add(config.defaults().validator());
        }
        Stream.of(wanted.reporter(), wanted.conversing().simulator()).filter(Objects::nonNull).map(Reference::of)
                .forEach(named::add);
        return named.stream().filter(each -> each != null && each.kind() == Reference.Kind.AGENT)
                .map(Reference::id).collect(Collectors.toSet());
    }
}
