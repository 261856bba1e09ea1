package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.model.ToolStub;
import dev.muster.worker.call.AskingTools;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/** What an agent left open: calls without a result, and interrupts. */
record OpenCalls(List<ToolCall> calls, List<Interrupt> interrupts, StubbedCalls stubbed) {

    static OpenCalls of(@Nullable AgentReply last, Map<String, ToolStub> tools) {
        if (last == null) {
            return new OpenCalls(List.of(), List.of(), StubbedCalls.NONE);
        }
        return new OpenCalls(StubbedCalls.pendingIn(last), last.interrupts(), StubbedCalls.in(last, tools));
    }

    /** Returns the messages for the history: an answer to each open call, and the input unless it is one of them. */
    List<Message> answeredBy(TurnInput input, AskingTools tools) {
        var messages = new ArrayList<Message>();
        boolean taken = !interrupts.isEmpty();
        for (var call : calls) {
            boolean asks = tools.has(call.name());
            taken |= asks;
            messages.add(asks ? Message.tool(call.id(), input.text()) : stubbed.answer(call));
        }
        if (!taken) {
            messages.add(new Message("user", input.content(), List.of(), null));
        }
        return messages;
    }

    List<Interrupt.Resume> resumed(TurnInput input) {
        return interrupts.stream().map(each -> each
                .resolved(input.answer() == null ? StringNode.valueOf(input.text()) : input.answer())).toList();
    }
}
