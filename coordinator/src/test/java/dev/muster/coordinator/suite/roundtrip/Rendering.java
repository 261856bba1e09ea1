package dev.muster.coordinator.suite.roundtrip;

import module java.base;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The ways to write generated cases to a file. */
enum Rendering {

    JSON_LINES("t.jsonl") {
        @Override
        String text(List<ObjectNode> cases) {
            return cases.stream().map(Rendering::json).collect(Collectors.joining("\n"));
        }
    },
    JSON_LIST("t.json") {
        @Override
        String text(List<ObjectNode> cases) {
            return cases.stream().map(PRETTY::writeValueAsString).collect(Collectors.joining(",\n", "[", ",]"));
        }
    },
    YAML_IN_FLOW("t.yaml") {
        @Override
        String text(List<ObjectNode> cases) {
            return cases.stream().map(PRETTY::writeValueAsString).collect(Collectors.joining("\n---\n", "---\n", "\n"));
        }
    },
    YAML_IN_BLOCKS("t.yml") {
        @Override
        String text(List<ObjectNode> cases) {
            return cases.stream().map(YamlBlocks::of).collect(Collectors.joining("---\n"));
        }
    };

    private static final JsonMapper PLAIN = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final JsonMapper PRETTY = PLAIN.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final String file;

    Rendering(String file) {
        this.file = file;
    }

    abstract String text(List<ObjectNode> cases);

    String file() {
        return file;
    }

    static String json(JsonNode node) {
        return PLAIN.writeValueAsString(node);
    }
}
