package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.script.Exports;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptCheckTest {

    private static final ScriptHost HOST = new ScriptHost(HostSettings.DEFAULT);

    @TempDir
    private Path scripts;

    private ScriptCheck check;

    @BeforeEach
    void makeScripts() throws IOException {
        Files.writeString(scripts.resolve("good.sh"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(scripts.resolve("good.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(scripts.resolve("later.ts"), "export const Before = (c: any) => 1;");
        check = new ScriptCheck(new SuiteScripts(scripts, scripts), new Exports(HOST));
    }

    @Test
    void aCaseWhoseScriptsAreThereIsSound() {
        assertThat(check.trouble(asking(Reference.script("good.f"), "good.Before"))).isEmpty();
        assertThat(check.trouble(asking(Reference.agent("later"), null))).isEmpty();
    }

    @Test
    void aScriptThatIsNotThereIsToldForEveryCase() {
        for (int n = 0; n < 2; n++) {
            assertThat(check.trouble(asking(Reference.script("missing.f"), null)).orElseThrow())
                    .startsWith("scripts:missing.f does not exist");
        }
    }

    @AfterAll
    static void close() {
        HOST.close();
    }

    @Test
    void whatIsExportedIsSound() {
        assertThat(check.trouble(asking(Reference.script("later.Before"), null))).isEmpty();
    }

    @Test
    void aFunctionThatIsDeclaredNeedNotBeExported() throws IOException {
        Files.writeString(scripts.resolve("plain.ts"), "function Before(c: any) { return 1; }\nfunction After() {}");

        assertThat(check.trouble(asking(Reference.script("plain.After"), "plain.Before"))).isEmpty();
        assertThat(check.trouble(asking(Reference.script("plain.Befor"), null)))
                .hasValue("plain.ts exports no function 'Befor'");
    }

    @Test
    void aScriptIsAlsoFoundInTheAgentsOwnFolder() throws IOException {
        Files.createDirectories(scripts.resolve("agents/one/src"));
        Files.writeString(scripts.resolve("agents/one/src/env_test.ts"), "function Before(ctx: any, c: any) {}");

        assertThat(check.trouble("env_test.Before", "agents/one/tests/cases.jsonl")).isEmpty();
        assertThat(check.trouble("env_test.After", "agents/one/tests/cases.jsonl")).isPresent();
        assertThat(check.trouble("other.Before", "agents/one/tests/cases.jsonl").orElseThrow()).endsWith(
                ", nor in one/src");
        assertThat(check.trouble("env_test.Before", "agents/two/tests/cases.jsonl")).isPresent();
    }

    @Test
    void whatIsNotExportedIsTold() {
        assertThat(check.trouble(asking(Reference.script("good"), "scripts:later.Befor")))
                .hasValue("later.ts exports no function 'Befor'; it exports Before; did you mean 'Before'?");
    }

    @Test
    void aSyntaxErrorIsToldAtItsPlace() throws IOException {
        Files.writeString(scripts.resolve("wrong.ts"), "const a = 1;\nconst b: = 2;");

        assertThat(check.trouble(asking(Reference.script("wrong"), null)).orElseThrow())
                .startsWith(scripts.getFileName() + "/wrong.ts:2:10: SyntaxError: ");
    }

    private static TestCase asking(Reference use, @Nullable String before) {
        return new TestCase(new TestCase.Identity("a#a", "a", null, Map.of(), new Source("a", 1)), null, Options.NONE,
                new Conversation.Standard(List.of(Message.user("hi"))),
                List.of(Assertion.of(new HelperCheck.Script(new HelperUse(use, Options.NONE), null))), Limits.NONE,
                new Setup(List.of(), before, null, Map.of(), false), null);
    }
}
