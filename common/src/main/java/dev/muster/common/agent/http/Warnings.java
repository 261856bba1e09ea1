package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentEvent;

/** The warnings about an answer: each one once, and a limited number. */
public final class Warnings {
    private static final int MOST = 20;
    private final Consumer<AgentEvent> events;
    private final Set<String> sentences = new LinkedHashSet<>();

    public Warnings(Consumer<AgentEvent> events) {
        this.events = events;
    }

    public void add(String sentence) {
        if (sentences.size() == MOST) {
            sentence = "there were more warnings than " + MOST;
        }
        if (sentences.size() <= MOST && sentences.add(sentence)) {
            events.accept(new AgentEvent.Warning(sentence));
        }
    }

    public List<String> sentences() {
        return List.copyOf(sentences);
    }
}
