package dev.muster.worker.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.AttemptSettings;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.InboxMessage.Parties;
import dev.muster.common.message.InboxMessage.Terms;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.process.Commands;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.script.Scripts;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CaseSetupsTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", System.getenv("PATH"), "REGION", "eu",
            "MUSTER_TOKEN", "secret");

    @TempDir
    private Path root;

    @Test
    void whatAHookPrintsAreVariables() throws Exception {
        var prepared = prepare(sh("echo '{\"ID\":\"th_1\",\"N\":3}'"));

        assertThat(prepared.variables().expand("${ID} ${N}")).isEqualTo("th_1 3");
    }

    @Test
    void aLaterHookHasTheVariablesOfEarlierOnesAsEnvironment() throws Exception {
        var prepared = prepare(sh("echo '{\"A\":\"one\",\"B\":{\"x\":1}}'"),
                sh("printf '{\"C\":\"%s and %s\"}' \"$A\" \"$(echo $B | tr -d '\\\"')\""));

        assertThat(prepared.variables().expand("${C}")).isEqualTo("one and {x:1}");
    }

    @Test
    void aHookHasTheWorkersEnvironmentButNotItsKeys() throws Exception {
        var prepared = prepare(sh("echo \"{\\\"R\\\":\\\"$REGION-$MUSTER_TOKEN\\\"}\""));

        assertThat(prepared.variables().expand("${R}")).isEqualTo("eu-");
    }

    @Test
    void hooksRunInTheProjectsRoot() throws Exception {
        executable("scripts/setup.sh", "echo '{\"OK\":\"yes\"}'");

        assertThat(prepare(new Hook(List.of("sh", "scripts/setup.sh"), Hook.TIMEOUT)).variables().expand("${OK}"))
                .isEqualTo("yes");
    }

    @Test
    void aProgramIsFoundFromTheProjectsRoot() throws Exception {
        executable("scripts/setup.sh", "echo '{\"OK\":\"yes\"}'");

        assertThat(prepare(new Hook(List.of("./scripts/setup.sh"), Hook.TIMEOUT)).variables().expand("${OK}"))
                .isEqualTo("yes");
    }

    @Test
    void aHookIsRunWithoutAShell() throws Exception {
        var prepared = prepare(new Hook(List.of("echo", "{\"A\":\"$PATH; $(id) * | >out\"}"), Hook.TIMEOUT));

        assertThat(prepared.variables().expand("${A}")).isEqualTo("$PATH; $(id) * | >out");
    }

    @Test
    void theSameHookRunsForEachCaseThatNamesIt() throws Exception {
        var counting = sh("echo x >>runs; echo \"{\\\"N\\\":$(grep -c x runs)}\"");

        assertThat(prepare(counting).variables().expand("${N}")).isEqualTo("1");
        assertThat(prepare(counting).variables().expand("${N}")).isEqualTo("2");
    }

    @Test
    void aHookThatFailsFailsTheCaseWithItsLastWords() {
        assertFails(sh("echo 'seeding failed' >&2; exit 4"), "hook failed: sh -c echo 'seeding failed' >&2; exit 4 "
                + "ended with exit code 4: seeding failed");
    }

    @Test
    void hooksAfterAFailedOneDoNotRun() {
        assertFails(List.of(sh("exit 1"), sh("touch ran")), "ended with exit code 1");
        assertThat(root.resolve("ran")).doesNotExist();
    }

    @Test
    void aHookThatHangsFailsTheCaseWhenItsTimeIsUp() {
        assertFails(new Hook(List.of("sleep", "600"), Duration.ofMillis(300)),
                "hook failed: sleep 600 was killed after 300ms");
    }

    @Test
    void aHookThatFloodsItsOutputFailsTheCase() {
        assertFails(new Hook(List.of("yes"), Hook.TIMEOUT), "hook failed: yes printed more than 1 MiB and was killed");
    }

    @Test
    void aHookThatPrintsNoJsonFailsTheCase() {
        assertFails(new Hook(List.of("echo", "hello"), Hook.TIMEOUT),
                "hook failed: echo hello must print one JSON object, and printed 'hello'");
    }

    @Test
    void aHookThatPrintsAnotherJsonValueFailsTheCase() {
        assertFails(new Hook(List.of("echo", "[1]"), Hook.TIMEOUT),
                "hook failed: echo [1] must print one JSON object, and printed '[1]'");
    }

    @Test
    void aHookThatPrintsNothingFailsTheCase() {
        assertFails(new Hook(List.of("true"), Hook.TIMEOUT),
                "hook failed: true must print one JSON object, and printed nothing");
    }

    @Test
    void aWorkerThatRunsNoCommandsSaysWhichSwitchItLacks() {
        var refusing = new CaseSetups(new Environment(ENVIRONMENT), null, null, new ScriptHost(HostSettings.DEFAULT));

        assertThatThrownBy(() -> refusing.prepare(order(hooks(sh("touch ran")), List.of())))
                .isInstanceOfSatisfying(SetupFailed.class, failed -> {
                    assertThat(failed.verdict().status()).isEqualTo(Status.ERROR);
                    assertThat(failed.verdict().error()).contains("--allow-commands");
                });
        assertThat(root.resolve("ran")).doesNotExist();
    }

    @Test
    void aCaseWithoutHooksAndScriptsNeedsNoSwitchAndNoFiles() throws Exception {
        var refusing = new CaseSetups(new Environment(ENVIRONMENT), null, null, new ScriptHost(HostSettings.DEFAULT));

        assertThat(refusing.prepare(order(Setup.NONE, List.of())).variables().expand("${A}")).isEqualTo("${A}");
    }

    @Test
    void aScriptOfAnAssertionCanBeCalled() throws Exception {
        executable("scripts/check.sh", "echo true");
        var check = Assertion.of(new HelperCheck.Script(new HelperUse(Reference.script("check"), Options.NONE), null));

        var prepared = setups().prepare(order(Setup.NONE, List.of(check)));

        assertThat(prepared.scripts().call("check", Json.MAPPER.createObjectNode(), Scripts.inTime())
                .booleanValue()).isTrue();
    }

    @Test
    void whatBeforeReturnedIsGivenToAfter() throws Exception {
        executable("scripts/env_test.sh", "cat >$1.json; echo '{\"cart\":7}'");
        var prepared = setups().prepare(
                order(new Setup(List.of(), "env_test.Before", "scripts:env_test.After", Map.of(), false), List.of()));

        var warning = prepared.after(Results.passed());

        assertThat(warning).isEmpty();
        assertThat(Json.MAPPER.readTree(Files.readString(root.resolve("Before.json"))).at("/case/id").stringValue())
                .isEqualTo("one");
        var after = Json.MAPPER.readTree(Files.readString(root.resolve("After.json")));
        assertThat(after.at("/data/cart").intValue()).isEqualTo(7);
        assertThat(after.at("/result/status").stringValue()).isEqualTo("passed");
    }

    @Test
    void hooksAsYaoHasThemAreFoundBesideTheSuiteAndNeedNotBeExported() throws Exception {
        Files.createDirectories(root.resolve("src"));
        Files.writeString(root.resolve("src/env_test.ts"), """
                import { agent, log } from "@yao/runtime";
                interface TestCase { id: string; input: any; metadata?: Record<string, any> }

                function Before(ctx: agent.Context, testCase: TestCase) {
                  log.Info("before", testCase.id);
                  return { data: { user: `user_${testCase.id}`, said: testCase.input, agent: ctx.assistant_id } };
                }

                function After(testCase: TestCase, result: any, data: any) {
                  const seen = [testCase.id, result.status, typeof result.duration_ms, data.user, data.said, data.agent];
                  if (JSON.stringify(seen) !== '["one","passed","number","user_one","hi","agent"]') {
                    throw new Error(JSON.stringify(seen));
                  }
                }
                """);

        var prepared = setups().prepare(
                order(new Setup(List.of(), "env_test.Before", "env_test.After", Map.of(), false), List.of()));

        assertThat(prepared.after(Results.passed())).isEmpty();
    }

    @Test
    void aBeforeThatFailsFailsTheCaseAndAnAfterThatFailsWarns() throws Exception {
        executable("scripts/env_test.sh", "[ $1 = Good ] || { echo broken >&2; exit 1; }; echo {}");

        assertThatThrownBy(() -> setups().prepare(order(new Setup(List.of(), "env_test.Bad", null, Map.of(), false),
                List.of()))).isInstanceOfSatisfying(SetupFailed.class, failed -> {
                    assertThat(failed.verdict().cause()).isEqualTo(Cause.HOOK_ERROR);
                    assertThat(failed.verdict().error())
                            .startsWith("hook failed: before: scripts:env_test.Bad ended with exit");
                });
        var prepared = setups().prepare(
                order(new Setup(List.of(), "env_test.Good", "env_test.Bad", Map.of(), false), List.of()));
        assertThat(prepared.after(Results.passed()))
                .hasValue("after: scripts:env_test.Bad ended with exit code 1: broken");
    }

    private void assertFails(Hook hook, String sentence) {
        assertFails(List.of(hook), sentence);
    }

    private void assertFails(List<Hook> hooks, String sentence) {
        assertThatThrownBy(() -> prepare(hooks.toArray(Hook[]::new))).isInstanceOfSatisfying(SetupFailed.class,
                failed -> {
                    assertThat(failed.verdict().status()).isEqualTo(Status.FAILED);
                    assertThat(failed.verdict().cause()).isEqualTo(Cause.HOOK_ERROR);
                    assertThat(failed.again()).isFalse();
                    assertThat(failed.verdict().error()).startsWith("hook failed: ").contains(sentence);
                });
    }

    private PreparedCase prepare(Hook... hooks) throws SetupFailed, InterruptedException {
        return setups().prepare(order(hooks(hooks), List.of()));
    }

    private CaseSetups setups() {
        return new CaseSetups(new Environment(ENVIRONMENT), files -> place(), new Commands(2, null),
                new ScriptHost(HostSettings.DEFAULT));
    }

    private Workspace place() {
        return new Workspace(root, root.resolve("scripts"));
    }

    private void executable(String path, String body) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Hook sh(String script) {
        return new Hook(List.of("sh", "-c", script), Hook.TIMEOUT);
    }

    private static Setup hooks(Hook... hooks) {
        return new Setup(List.of(hooks), null, null, Map.of(), true);
    }

    private static CaseOrder order(Setup setup, List<Assertion> assertions) {
        var testCase = new TestCase(new TestCase.Identity("a#one", "one", null, Map.of(), new Source("a.yaml", 1)),
                "agent", Options.NONE, new Conversation.Standard(List.of(Message.user("hi"))), assertions, Limits.NONE,
                setup, null);
        return new CaseOrder("f", 1, "i", new CaseRef("r", 0, 0, 0), new Dispatch(1, 1), 1, testCase,
                new Parties(Results.target(), Map.of()), new AttemptSettings(Duration.ofSeconds(30),
                        RetryPolicy.DEFAULT, new CaseFiles.InPlace("/nowhere", "scripts"), Map.of()),
                new Terms(false, false, null));
    }
}
