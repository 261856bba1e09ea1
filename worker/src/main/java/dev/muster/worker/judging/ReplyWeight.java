package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.CaseResult;
import dev.muster.common.time.HeavyWork;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Whether looking at a reply is heavy work. Finding out reads no more of it than a light reply has. */
public final class ReplyWeight {

    /** What a value of a document weighs, beside the characters of a text. */
    private static final int VALUE = 8;

    private final long most;
    private long left;

    private ReplyWeight(long most) {
        this.most = most;
        this.left = most;
    }

    /** Returns all that the reply weighs, in characters. */
    public static long of(AgentReply reply) {
        var weight = new ReplyWeight(Long.MAX_VALUE);
        weight.reply(reply);
        // its text is one of its texts, where it has any
        return weight.most - weight.left
                - (reply.content().texts().isEmpty() ? 0 : reply.content().text().length());
    }

    public static long of(Message message) {
        return message.content().stream().mapToLong(ReplyWeight::of).sum();
    }

    private static long of(ContentPart part) {
        return switch (part) {
            case ContentPart.Text(var text) -> text.length();
            case ContentPart.Media media -> media.data() == null ? 0 : media.data().length();
        };
    }

    public static boolean isHeavy(AgentReply reply) {
        var weight = new ReplyWeight(HeavyWork.CHARACTERS);
        weight.reply(reply);
        return weight.left < 0;
    }

    public static boolean isHeavy(CaseResult result) {
        var weight = new ReplyWeight(HeavyWork.CHARACTERS);
        var seen = result.observed();
        weight.add(seen.response(), seen.toolCalls(), seen.toolResults(), List.of(), seen.state());
        weight.each(seen.replies(), text -> weight.left -= text.length());
        weight.left -= seen.sent() == null ? 0 : seen.sent().characters();
        if (result.dialogue() != null) {
            weight.each(result.dialogue().turns(), turn -> {
                weight.each(turn.answer().replies(), text -> weight.left -= text.length());
                weight.add(turn.answer().output(), turn.answer().toolCalls(), turn.answer().toolResults(),
                        turn.answer().artifacts(), null);
            });
        }
        return weight.left < 0;
    }

    private void reply(AgentReply reply) {
        var content = reply.content();
        add(content.text(), content.toolCalls(), content.toolResults(), content.custom(), content.state());
        each(content.texts(), text -> left -= text.length());
    }

    private void add(@Nullable String text, List<ToolCall> calls, List<ToolResult> results, List<JsonNode> custom,
            @Nullable JsonNode state) {
        left -= text == null ? 0 : text.length();
        each(calls, call -> weigh(call.arguments()));
        each(results, result -> weigh(result.content()));
        each(custom, this::weigh);
        if (state != null) {
            weigh(state);
        }
    }

    private <T> void each(List<T> all, Consumer<T> weighed) {
        left -= (long) all.size() * (HeavyWork.CHARACTERS / HeavyWork.CALLS);
        for (var at = all.iterator(); left >= 0 && at.hasNext();) {
            weighed.accept(at.next());
        }
    }

    private void weigh(JsonNode node) {
        left -= VALUE + (node.isString() ? node.stringValue().length() : 0);
        for (var at = node.iterator(); left >= 0 && at.hasNext();) {
            weigh(at.next());
        }
    }
}
