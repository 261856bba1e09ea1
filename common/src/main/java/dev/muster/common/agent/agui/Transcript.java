package dev.muster.common.agent.agui;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What was said in a run, by message, in the order the messages began. */
final class Transcript {

    private record Said(String role, String owner, StringBuilder text) {}

    private final Map<String, Said> messages = new LinkedHashMap<>();
    private final Set<String> open = new HashSet<>();

    /** A message that was closed may go on. */
    void begin(String id, String role, String owner) {
        messages.computeIfAbsent(id, key -> new Said(role, owner, new StringBuilder()));
        open.add(id);
    }

    void end(String id) {
        open.remove(id);
    }

    /** @return whether it is a piece of an answer */
    boolean append(String id, String delta) {
        Said said = messages.get(id);
        if (said == null) {
            return false;
        }
        said.text().append(delta);
        return said.role().equals(RunRecord.ASSISTANT) && !delta.isEmpty();
    }

    /** Puts what the agent restated in the place of what was streamed, or at the end. */
    void restate(String id, String role, String text) {
        Said old = messages.get(id);
        messages.put(id, new Said(role, old == null ? AguiEvent.PARENT : old.owner(), new StringBuilder(text)));
    }

    /** Messages that are still open stay too. */
    void retainOnly(Set<String> ids) {
        messages.keySet().removeIf(id -> !ids.contains(id) && !open.contains(id));
    }

    /** The last assistant message with text: the parent agent's, or a subagent's if the parent said nothing. */
    String answer() {
        String last = "";
        String lastOfParent = "";
        for (Said said : messages.values()) {
            if (said.role().equals(RunRecord.ASSISTANT) && !said.text().isEmpty()) {
                last = said.text().toString();
                lastOfParent = said.owner().equals(AguiEvent.PARENT) ? last : lastOfParent;
            }
        }
        return lastOfParent.isEmpty() ? last : lastOfParent;
    }
}
