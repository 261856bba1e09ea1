package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Limits;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.script.ScriptFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptCheckTest {

    @TempDir
    private Path scripts;

    private ScriptCheck check;

    @BeforeEach
    void makeScripts() throws IOException {
        Files.writeString(scripts.resolve("good.sh"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(scripts.resolve("good.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(scripts.resolve("later.ts"), "");
        check = new ScriptCheck(new ScriptFolder(scripts));
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
                    .startsWith("scripts:missing.f is not there");
        }
    }

    @Test
    void javaScriptIsForLater() {
        assertThat(check.trouble(asking(Reference.script("good"), "scripts:later.Before")).orElseThrow())
                .contains("scripts in JavaScript come with a later version");
    }

    private static TestCase asking(Reference use, @Nullable String before) {
        return new TestCase("a#a", "a", null, null, Options.NONE, Map.of(), new Source("a", 1),
                new Conversation.Standard(List.of(Message.user("hi"))),
                List.of(Assertion.of(new Check.Script(new HelperUse(use, Options.NONE), null))), Limits.NONE,
                new Setup(List.of(), before, null, Map.of(), false), null);
    }
}
