package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.input.GeneratorInput;
import org.jspecify.annotations.Nullable;

/** Agents that a run names as helpers before any case is read; none of them is a default target. */
final class NamedHelpers {

    private final Set<String> ids = new HashSet<>();

    private NamedHelpers() {}

    static Set<String> of(RunOptions wanted, ProjectConfig config) {
        var named = new NamedHelpers();
        wanted.inputs().stream().flatMap(input -> GeneratorInput.of(input).stream()).map(GeneratorInput::use)
                .forEach(named::add);
        if (!named.ids.isEmpty()) {
            // other helpers are only known from the cases, which are yet to be generated
            named.add(config.defaults().simulator());
            named.add(config.defaults().validator());
        }
        named.add(reference(wanted.reporter()));
        named.add(reference(wanted.conversing().simulator()));
        return named.ids;
    }

    private static @Nullable Reference reference(@Nullable String text) {
        return text == null ? null : Reference.of(text);
    }

    private void add(@Nullable Reference helper) {
        if (helper != null && helper.kind() == Reference.Kind.AGENT) {
            ids.add(helper.id());
        }
    }
}
