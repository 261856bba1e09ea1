package dev.muster.cli.demo;

import module java.base;
import dev.muster.cli.files.BuildFile;
import dev.muster.common.json.Json;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The script of a demo agent, a file of {@code demo}: rules in their order, and what else the file has. */
record DemoScript(List<Rule> rules, JsonNode file) {

    private static final Pattern NAME = Pattern.compile("\\$\\{(\\w+)}");

    /**
     * Acts for some conversations.
     *
     * @param when patterns that values of the conversation must match, by their names
     * @param then the acts, in which {@code ${name}} stands for a value
     */
    record Rule(Map<String, Pattern> when, List<JsonNode> then) {

        static Rule of(JsonNode rule) {
            return new Rule(rule.path("when").propertyStream().collect(
                    Collectors.toMap(Map.Entry::getKey, each -> Pattern.compile(each.getValue().asString()))),
                    rule.path("then").valueStream().toList());
        }

        /** Adds what the named groups of its patterns match; empty when the rule is for other conversations. */
        Optional<Map<String, JsonNode>> matched(Map<String, JsonNode> values) {
            var all = new HashMap<>(values);
            for (var each : when.entrySet()) {
                var matcher = each.getValue().matcher(text(values, each.getKey()));
                if (!matcher.find()) {
                    return Optional.empty();
                }
                matcher.namedGroups().keySet()
                        .forEach(group -> all.put(group, StringNode.valueOf(matcher.group(group))));
            }
            return Optional.of(all);
        }
    }

    static DemoScript load(String name) {
        var settings = LoadSettings.builder().build();
        JsonNode file = Json.MAPPER
                .valueToTree(new Load(settings).loadFromString(BuildFile.text("/demo/" + name + ".yaml")));
        return new DemoScript(file.path("rules").valueStream().map(Rule::of).toList(), file);
    }

    /** @param history at least one message; the last one is answered */
    List<Act> answer(List<DemoMessage> history) {
        return answer(history, Map.of());
    }

    /** @param facts more values, by the names that the rules have for them */
    List<Act> answer(List<DemoMessage> history, Map<String, JsonNode> facts) {
        var values = new HashMap<>(facts);
        values.put("last", StringNode.valueOf(history.getLast().text()));
        values.put("by", StringNode.valueOf(history.getLast().role()));
        values.put("before", joined(history.subList(0, history.size() - 1).stream().map(DemoMessage::text)));
        values.put("tools", joined(history.stream().flatMap(message -> message.tools().stream())));
        for (var rule : rules) {
            var matched = rule.matched(values);
            if (matched.isPresent()) {
                return rule.then().stream().map(act -> Act.of(filled(act, matched.get()))).toList();
            }
        }
        throw new IllegalStateException("no rule of the script applies");
    }

    private static JsonNode joined(Stream<String> texts) {
        return StringNode.valueOf(texts.collect(Collectors.joining("\n")));
    }

    private static String text(Map<String, JsonNode> values, String name) {
        var value = values.get(name);
        return value == null ? "" : value.asString();
    }

    /** Fills in values. A member that consists of one name has the value itself, and is left out without a value. */
    private static JsonNode filled(JsonNode template, Map<String, JsonNode> values) {
        if (template.isObject()) {
            var object = Json.MAPPER.createObjectNode();
            template.propertyStream().forEach(member -> put(object, member.getKey(), member.getValue(), values));
            return object;
        }
        return template.isString() ? StringNode.valueOf(NAME.matcher(template.stringValue())
                .replaceAll(name -> Matcher.quoteReplacement(text(values, name.group(1))))) : template;
    }

    private static void put(ObjectNode object, String member, JsonNode template, Map<String, JsonNode> values) {
        var name = NAME.matcher(template.asString(""));
        if (!name.matches()) {
            object.set(member, filled(template, values));
        } else if (values.containsKey(name.group(1))) {
            object.set(member, values.get(name.group(1)));
        }
    }
}
