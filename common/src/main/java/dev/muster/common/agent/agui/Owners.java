package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.agui.AguiEvent.Item;
import org.jspecify.annotations.Nullable;

/** The owners of opened items: an event without a tag belongs to the owner of its item. */
final class Owners {

    private record Opened(Item item, String id) {}

    private final Map<Opened, String> owners = new HashMap<>();

    /** @param tag the subagent that the event names; null for none, which is the parent agent */
    String opener(Item item, String id, @Nullable String tag) {
        String owner = tag == null ? AguiEvent.PARENT : tag;
        owners.put(new Opened(item, id), owner);
        return owner;
    }

    String continuation(Item item, String id, @Nullable String tag) {
        return tag == null ? owners.getOrDefault(new Opened(item, id), AguiEvent.PARENT) : tag;
    }
}
