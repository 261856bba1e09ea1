package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.YamlText;

/** Mappings that come with Muster: members of an agent with protocol {@code http}. */
final class Presets {

    static final List<String> NAMES = List.of("dify", "n8n", "ollama", "rasa");

    private static final String PRESET = "preset";

    private Presets() {}

    /** Returns an agent with the members of the preset that it names; its own win. */
    static Node join(Node agent, Faults faults) {
        if (!(agent instanceof Node.Obj object) || !object.members().containsKey(PRESET)) {
            return agent;
        }
        var named = object.members().get(PRESET).value();
        if (!(named instanceof Node.Scalar scalar) || !NAMES.contains(scalar.text())) {
            var written = named instanceof Node.Scalar scalar ? scalar.text() : named.kind();
            faults.add(named.at(), "unknown preset '" + written + "'; write " + String.join(", ", NAMES)
                    + Nearest.hint(written, NAMES));
            return without(object, Map.of());
        }
        return without(object, members(scalar.text(), faults));
    }

    private static Node.Obj without(Node.Obj agent, Map<String, Node.Member> others) {
        var joined = new LinkedHashMap<>(others);
        joined.putAll(agent.members());
        joined.remove(PRESET);
        return new Node.Obj(joined, agent.at());
    }

    private static Map<String, Node.Member> members(String name, Faults faults) {
        try (var file = Objects.requireNonNull(Presets.class.getResourceAsStream("/presets/" + name + ".yaml"), name)) {
            var text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return ((Node.Obj) YamlText.read(text, faults).getFirst()).members();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
