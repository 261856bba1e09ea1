package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.script.Exports;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.suite.TestListing;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListedTestsTest {

    private static final ScriptHost HOST = new ScriptHost(HostSettings.DEFAULT);

    @TempDir
    private Path root;

    private Path scripts;
    private ListedTests tests;

    @BeforeEach
    void make() throws IOException {
        scripts = Files.createDirectory(root.resolve("scripts"));
        tests = new ListedTests(new Exports(HOST), new SuiteScripts(root, scripts),
                Set.of("expense", "workers.judge", "other", "travel"));
    }

    @AfterAll
    static void close() {
        HOST.close();
    }

    @Test
    void everyExportedTestIsOneWithTheAgentsThatItsFilesName() throws IOException {
        Files.writeString(scripts.resolve("lib.ts"), "export const ask = () => Process('agents.travel.Stream');");
        var file = Files.writeString(scripts.resolve("a_test.ts"), """
                import { ask } from "./lib";
                export function TestOne(t: any) { ask(); t.assert.Agent("x", "workers.judge"); }
                export const TestTwo = () => Process("agents.expense.Stream");
                export function notOne() {}
                """);

        var agents = List.of("expense", "travel", "workers.judge");
        assertThat(tests.in(file))
                .isEqualTo(new TestListing.Found(List.of(new ScriptTest("a_test.ts", "TestOne", agents),
                        new ScriptTest("a_test.ts", "TestTwo", agents))));
    }

    @Test
    void aScriptWithoutTestsIsTold() throws IOException {
        var file = Files.writeString(scripts.resolve("a.js"), "export function one() {}");

        assertThat(tests.in(file)).isEqualTo(new TestListing.Wrong(
                "this file has no tests: export a function whose name begins with Test"));
    }

    @Test
    void aScriptOutsideOfTheFolderIsTold() throws IOException {
        var file = Files.writeString(root.resolve("a.js"), "export function TestA() {}");

        assertThat(tests.in(file)).isEqualTo(new TestListing.Wrong(
                "a script test must lie in the scripts folder (scripts), or in an agent's own folder, 'src', as what it "
                        + "imports does"));
    }

    @Test
    void aTestMayLieInTheAgentsOwnFolder() throws IOException {
        var own = Files.createDirectories(root.resolve("agents/one/src"));
        Files.writeString(own.resolve("sums.ts"), "export const one = 1;");
        Files.writeString(scripts.resolve("sums_test.ts"), "export function TestOther() {}");
        var file = Files.writeString(own.resolve("sums_test.ts"), """
                import { testing, agent } from "@yao/runtime";
                import { one } from "./sums";
                export function TestOne(t: testing.T, ctx: agent.Context) { t.assert.Equal(one, 1); }
                """);

        assertThat(tests.in(file)).isEqualTo(new TestListing.Found(List.of(new ScriptTest("sums_test.ts", "TestOne",
                List.of()))));
    }

    @Test
    void aSyntaxErrorIsToldAtItsPlace() throws IOException {
        var file = Files.writeString(scripts.resolve("a.ts"), "export function TestA( {");

        assertThat(tests.in(file)).isInstanceOfSatisfying(TestListing.Wrong.class,
                wrong -> assertThat(wrong.sentence()).startsWith("scripts/a.ts:1:"));
    }

    @Test
    void whatLooksLikeATestOrACheckAndIsNoneIsOverlooked() throws IOException {
        var file = Files.writeString(scripts.resolve("b_test.ts"), """
                export function TestOne(t: any) { t.assert.True(true); }
                function TestTwo(t: any) {}
                export function testThree(t: any) {}
                const TestFour = async (t: any) => {};
                export { TestFive };
                function TestFive(t: any) { t.assert.Nil( null, "x"); t.assert.True(t.ok); }
                // function TestSix(t: any) {}
                /*
                function TestSeven(t: any) {}
                */
                function testData(n: number) {}
                function TestData() {}
                """);

        assertThat(tests.in(file)).isInstanceOfSatisfying(TestListing.Found.class, found -> {
            assertThat(found.tests()).extracting(ScriptTest::function).containsExactlyInAnyOrder("TestOne", "TestFive");
            assertThat(found.overlooked()).extracting(each -> each.line() + ": " + each.sentence()).containsExactly(
                    "1: assert.True(true) holds whatever the agent answers; give it a value of the reply",
                    "2: 'TestTwo' is not run: write 'export' before it",
                    "3: 'testThree' is not run: the name of a test begins with a capital Test",
                    "4: 'TestFour' is not run: write 'export' before it",
                    "6: assert.Nil(null) holds whatever the agent answers; give it a value of the reply");
        });
    }
}
