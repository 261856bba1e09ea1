package dev.muster.common.template;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;

/** Creates cases that differ in their setup. */
final class TestCases {

    private TestCases() {}

    static TestCase agUi(Turn... turns) {
        return of("tests/a.yaml", new Setup(List.of(), null, null, Map.of(), true), turns);
    }

    static TestCase withHook() {
        return of("cases.jsonl",
                new Setup(List.of(new Hook(List.of("true"), Hook.TIMEOUT)), null, null, Map.of(), false));
    }

    static TestCase plain() {
        return of("cases.jsonl", Setup.NONE);
    }

    static TestCase of(String file, Setup setup, Turn... turns) {
        return new TestCase(new TestCase.Identity(file + "#one", "one", null, Map.of(), new Source(file, 1)), "agent",
                Options.NONE,
                new Conversation.Scripted(List.of(), List.of(turns), new Then.End(), Conversation.Finals.WHOLE),
                List.of(), Limits.NONE, setup, null);
    }

    static Turn saying(String text) {
        return Turn.saying(List.of(new ContentPart.Text(text)), List.of());
    }
}
