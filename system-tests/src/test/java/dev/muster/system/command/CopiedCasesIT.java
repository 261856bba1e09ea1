package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.TestProject;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.server.http.ViewServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that what {@code Copy as suite case} gives is a suite, for cases of all dialects, on a server and in a file. */
@Tag("browser")
@MusterProject
final class CopiedCasesIT {

    private final TestProject muster;

    CopiedCasesIT(TestProject muster) {
        this.muster = muster;
    }

    private static final Map<String, String> SUITES = Map.of("s.jsonl", """
            {"id": "one", "name": "A: \\"name\\"", "input": "hello # you", "labels": {"yes": "no"}, "expected": {"a": [1, null]}}
            {"id": "history", "messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}, {"role": "user", "content": "c\\n- d"}], "assertions": [{"type": "regex", "value": "\\\\d+"}, {"type": "not_contains", "value": ["x", "y"], "weight": 2}]}
            {"id": "turns", "turns": [{"name": "t1", "input": "a", "assertions": [{"type": "tool_called", "name": "f", "arguments": {"k": "v"}, "count": {"min": 0}}]}, {"input": "b"}], "on_missing_input": "end"}
            """, "talk.yaml", """
            - id: yaml
              type: multi_turn
              on_missing_input: end
              turns: [{input: When?}, {input: "And on: Sunday?", assertions: [{type: contains, value: closed}]}]
            """, "agui.yaml", """
            version: 1
            name: agui
            turns:
              - user: "Check out"
                assert: {tools: {require: [{name: pay, count: {exact: 1}, args_match: {card.last4: "^4$"}}]}}
            assert: {tools: {forbid: [drop]}, timing: {max_duration_ms: 5000}, text: {must_match: fine}}
            """, "eval.json", """
            [{"name": "eval", "userMessage": "hello", "expectedOutcomes": {"responseContains": ["x"], "exactMatch": {"a": 1}},
              "oracles": [{"type": "exact-match", "config": {"mode": "contains"}}, {"type": "trace-no-errors"}]},
             {"name": "turns", "conversationTurns": [{"userMessage": "a"}, {"userMessage": "b", "expectSuccess": true}],
              "oracles": [{"type": "trace-no-errors", "weight": 2}], "evaluationStrategy": "final-turn-only"}]
            """);

    @BeforeAll
    static void openBrowser(ScriptedModel agent) {
        ViewerPages.openBrowser();
        agent.saying("/", "all is fine");
    }

    @AfterAll
    static void closeBrowser() {
        ViewerPages.closeBrowser();
    }

    @Test
    void copiedCasesAreSuites() throws Exception {
        muster.write("muster.yaml", "agents: { shop: { protocol: openai, url: '" + muster.agent().url() + "/' } }\n");
        for (var suite : SUITES.entrySet()) {
            muster.write(suite.getKey(), suite.getValue());
            var ran = muster.type("run", "-i", muster.file(suite.getKey()), "--config", muster.file("muster.yaml"),
                    "-o", muster.file("r.html"));
            assertThat(ran.code()).as(ran.output()).isIn(0, 1);
            var id = muster.newest();
            try (var server = ViewServer.start(new Views(muster.database(), null, InstantSource.system()), 0)) {
                var link = server.link();
                check(suite.getKey(), URI.create(link), link.substring(0, link.indexOf("/?")) + "/#/run/" + id);
            }
            var page = muster.folder().resolve("r.html").toUri();
            check(suite.getKey() + " in a file", page, page + "#/run/" + id);
        }
    }

    private void check(String about, URI address, String run) throws IOException {
        try (var view = ViewerPages.open(address, 1280, ViewerPages.SCHEMES.getFirst())) {
            view.settled(); // signed in
            view.page().navigate(run);
            view.settled();
            int cases = view.page().locator(".cases tbody tr").count();
            assertThat(cases).isPositive();
            for (int number = 0; number < cases; number++) {
                view.page().navigate(run + "/case/" + number);
                view.settled().shows("Export");
                view.page().evaluate(
                        "window.copied = undefined; navigator.clipboard.writeText = text => { window.copied = text; }");
                view.click("text=Copy as suite case");
                view.await("window.copied !== undefined");
                muster.write("copied.yaml", String.valueOf(view.page().evaluate("window.copied")) + "\n");
                var checked = muster.type("validate", muster.file("copied.yaml"), "--config",
                        muster.file("muster.yaml"));
                assertThat(checked.code()).as(about + ", case " + number + ": " + checked.output() + "\n"
                        + Files.readString(muster.folder().resolve("copied.yaml"))).isZero();
            }
        }
    }
}
