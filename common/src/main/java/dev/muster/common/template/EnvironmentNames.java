package dev.muster.common.template;

import module java.base;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;

/** Finds the environment variables that a case's texts use; only a worker that has them can run it. */
public final class EnvironmentNames {

    private EnvironmentNames() {}

    public static Set<String> in(TestCase testCase) {
        if (!Variables.Scope.of(testCase).env()) {
            return Set.of();
        }
        var names = new TreeSet<String>();
        var texts = new Expansion(text -> {
            names.addAll(EnvReferences.in(text));
            return text;
        });
        look(testCase.conversation(), texts);
        var _ = texts.assertions(testCase.assertions());
        return names;
    }

    private static void look(Conversation conversation, Expansion texts) {
        switch (conversation) {
            case Conversation.ScriptTest _ -> {
            }
            case Conversation.Standard standard -> standard.messages().forEach(texts::message);
            case Conversation.Scripted scripted -> {
                scripted.opening().forEach(texts::message);
                scripted.turns().forEach(texts::turn);
            }
            case Conversation.Dynamic dynamic -> {
                dynamic.opening().forEach(texts::message);
                dynamic.turns().forEach(texts::turn);
                dynamic.checkpoints().forEach(each -> texts.assertions(each.assertions()));
            }
        }
    }
}
