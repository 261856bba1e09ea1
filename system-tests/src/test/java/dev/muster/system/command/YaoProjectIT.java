package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a project laid out like Yao's: an agent's scripts in its own folder, unexported hooks, script tests. */
@Tag("slow")
final class YaoProjectIT {

    @TempDir
    private static Path home;

    @TempDir
    private Path project;

    private Path agent;

    @BeforeEach
    void makeProject() throws IOException {
        agent = project.resolve("assistants/shop");
        write("src/prices.ts", """
                import { log, Process } from "@yao/runtime";
                const page = `
                  <p>

                  12</p>
                `;
                export function total(prices: number[]): number {
                  log.Info("adding", prices.length);
                  return prices.reduce((sum, each) => sum + each, 0);
                }
                export function saved(): string { return Process("models.price.Save", page); }
                """);
        write("src/prices_test.ts", """
                import { testing, agent } from "@yao/runtime";
                import { total, saved } from "./prices";

                export function TestTotal(t: testing.T, ctx: agent.Context) {
                  t.assert.Equal(total([1, 2]), 3, "should add");
                }
                export function TestSaved(t: testing.T, ctx: agent.Context) { saved(); }
                """);
        write("src/env_test.ts", """
                import { agent } from "@yao/runtime";
                function Before(ctx: agent.Context, testCase: any) { return { data: { user: "u-" + testCase.id } }; }
                function After(ctx: agent.Context, testCase: any, result: any, data: any) {
                  if (data.user !== "u-" + testCase.id || result.status !== "passed") throw new Error(JSON.stringify(data));
                }
                """);
        write("tests/inputs.jsonl",
                "{\"id\": \"T1\", \"input\": \"hi\", \"before\": \"env_test.Before\", \"after\": \"env_test.After\"}\n");
    }

    @Test
    void hooksAreFoundInTheAgentsOwnFolder() throws Exception {
        try (var shop = new EchoingAgent()) {
            var run = run(shop, "assistants/shop/tests/inputs.jsonl");

            assertThat(run.code()).as(run.output()).isZero();
            assertThat(run.output()).contains("Passed:  1").doesNotContain("after: ");
        }
    }

    @Test
    void testsOfTheAgentsOwnFolderRun() throws Exception {
        try (var shop = new EchoingAgent()) {
            var run = run(shop, "assistants/shop/src/prices_test.ts");

            assertThat(run.output()).contains("TestTotal", "Passed:  1",
                    "Process(\"models.price.Save\") is not known here", "src/prices.ts:11:");
        }
    }

    private Command run(EchoingAgent shop, String input) throws Exception {
        Files.writeString(project.resolve("muster.yaml"),
                "agents: { shop: { protocol: ag-ui, url: \"" + shop.url() + "/agui\" } }\n");
        return Command.type(home, "run", "-i", project.resolve(input).toString(), "--config",
                project.resolve("muster.yaml").toString(), "-n", "shop");
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(agent.resolve(file).getParent());
        Files.writeString(agent.resolve(file), text);
    }
}
