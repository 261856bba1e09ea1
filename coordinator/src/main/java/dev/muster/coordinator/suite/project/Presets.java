package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.YamlText;

/** Mappings that come with Muster: members of an agent with protocol {@code http}. */
final class Presets {

    static final List<String> NAMES = List.of("ai-sdk", "dify", "langgraph", "n8n", "ollama", "rasa");

    private static final String PRESET = "preset";
    private static final String URL = "url";

    private Presets() {}

    /** Returns an agent with the members of the preset that it names; its own win. */
    static Node join(Node agent, Faults faults) {
        if (!(agent instanceof Node.Obj object) || !object.members().containsKey(PRESET)) {
            return agent;
        }
        var named = Objects.requireNonNull(object.get(PRESET));
        if (!(named instanceof Node.Scalar scalar) || !NAMES.contains(scalar.text())) {
            var written = named instanceof Node.Scalar scalar ? scalar.text() : named.kind();
            faults.add(named.at(), "unknown preset '" + written + "'; write " + String.join(", ", NAMES)
                    + Nearest.hint(written, NAMES));
            return without(object, Map.of());
        }
        var of = members(scalar.text(), faults);
        return of.containsKey(URL) ? below(object, of) : without(object, of);
    }

    /** Returns an agent with a preset whose addresses are below the agent's, and whose calls get its headers. */
    private static Node.Obj below(Node.Obj agent, Map<String, Node.Member> of) {
        var own = new LinkedHashMap<>(agent.members());
        var url = own.get(URL);
        if (url == null || !(url.value() instanceof Node.Scalar(_, var text, var at))) {
            of.keySet().removeAll(List.of(URL, "session"));
            return without(agent, of);
        }
        var headers = own.containsKey("headers") ? own.get("headers").value() : new Node.Obj(Map.of(), at);
        var base = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        var filled = (Node.Obj) filled(new Node.Obj(of, agent.at()), base, at, headers);
        own.put(URL, filled.members().get(URL));
        return without(new Node.Obj(own, agent.at()), filled.members());
    }

    private static Node filled(Node node, String base, Position at, Node headers) {
        return switch (node) {
            case Node.Obj(var members, var place) -> {
                var filled = new LinkedHashMap<>(members);
                filled.replaceAll((_, member) -> new Node.Member(member.at(),
                        filled(member.value(), base, at, headers)));
                yield new Node.Obj(filled, place);
            }
            case Node.Scalar(_, var text, _) when text.equals("@headers") -> headers;
            case Node.Scalar(var type, var text, _) when text.startsWith("@url") ->
                new Node.Scalar(type, base + text.substring("@url".length()), at);
            case Node.Scalar _,Node.Items _ -> node;
        };
    }

    private static Node.Obj without(Node.Obj agent, Map<String, Node.Member> others) {
        var joined = new LinkedHashMap<>(others);
        joined.putAll(agent.members());
        joined.remove(PRESET);
        if (agent.members().containsKey("form") && !agent.members().containsKey("body")) {
            joined.remove("body");
        }
        return new Node.Obj(joined, agent.at());
    }

    private static Map<String, Node.Member> members(String name, Faults faults) {
        try (var file = Objects.requireNonNull(Presets.class.getResourceAsStream("/presets/" + name + ".yaml"),
                name)) {
            var text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return ((Node.Obj) YamlText.read(text, faults).getFirst()).members();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
