package dev.muster.deploy.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DemoSuiteTest {

    private static final JsonMapper WITH_COMMENTS = JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .build();

    @TempDir
    private Path folder;

    @Test
    void theConfigurationPointsAtTheRunningAgents() throws Exception {
        try (var agents = DemoAgents.start(0)) {
            var suite = DemoSuite.write(folder, agents);

            assertThat(Files.readString(suite.config())).contains("url: " + agents.expenseUrl() + "\n")
                    .contains("url: " + agents.chatUrl() + "\n");
        }
    }

    @Test
    void everyCaseHasAnExpectationAndEveryExpectationACase() throws Exception {
        try (var agents = DemoAgents.start(0)) {
            var suite = DemoSuite.write(folder, agents);

            var keys = new ArrayList<String>();
            for (var input : suite.inputs()) {
                keys.addAll(keys(input));
            }
            assertThat(keys).containsExactlyInAnyOrderElementsOf(suite.expectation().statuses().keySet());
        }
    }

    private static List<String> keys(Path suite) throws Exception {
        try (var cases = WITH_COMMENTS.readerFor(JsonNode.class).<JsonNode>readValues(suite)) {
            return cases.readAll().stream().map(node -> suite.getFileName() + "#" + node.path("id").stringValue())
                    .toList();
        }
    }
}
