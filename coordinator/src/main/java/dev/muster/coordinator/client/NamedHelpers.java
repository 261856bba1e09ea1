package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.input.GeneratorInput;

/** Agents that a run names as helpers before any case is read; none of them is a default target. */
final class NamedHelpers {

    private NamedHelpers() {}

    static Set<String> of(RunOptions wanted, ProjectConfig config) {
        var named = new ArrayList<Reference>();
        wanted.inputs().stream().flatMap(input -> GeneratorInput.of(input).stream()).map(GeneratorInput::use)
                .forEach(named::add);
        if (!named.isEmpty()) {
            // other helpers are only known from the cases, which are yet to be generated
            Stream.of(config.defaults().simulator(), config.defaults().validator(),
                    config.defaults().judging().judge()).filter(Objects::nonNull)
                    .forEach(named::add);
        }
        Stream.of(wanted.extras().reporter(), wanted.conversing().simulator()).filter(Objects::nonNull)
                .map(Reference::of)
                .forEach(named::add);
        return named.stream().filter(each -> each.kind() == Reference.Kind.AGENT).map(Reference::id)
                .collect(Collectors.toSet());
    }
}
