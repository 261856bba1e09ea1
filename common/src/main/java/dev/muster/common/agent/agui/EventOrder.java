package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.agui.AguiEvent.Item;
import dev.muster.common.agent.http.StreamBroken;

/** Checks the order of events: which may follow which. Expects chunks already expanded. */
final class EventOrder {

    private enum Phase {
        NOTHING_YET,
        RUNNING,
        FINISHED,
        FAILED
    }

    /** @param owner only steps are per owner; "" for the others */
    private record Open(Item item, String owner, String id) {}

    private final Set<Open> open = new LinkedHashSet<>();
    /** The first opening of each item, which stays when it is opened again. */
    private final Map<Open, AguiEvent.Opened> openers = new HashMap<>();
    private Phase phase = Phase.NOTHING_YET;

    /** @throws StreamBroken when the event may not come now; the message says why */
    void check(AguiEvent event) throws StreamBroken {
        switch (event) {
            case AguiEvent.Unknown unknown -> {
            }
            case AguiEvent.RunStarted started -> start();
            case AguiEvent.RunError error -> fail();
            default -> checkInside(event);
        }
    }

    private void start() throws StreamBroken {
        if (phase == Phase.RUNNING) {
            throw new StreamBroken("RUN_STARTED came inside a run that has not ended");
        }
        openers.clear();
        phase = Phase.RUNNING;
    }

    private void fail() throws StreamBroken {
        if (phase == Phase.FAILED) {
            throw new StreamBroken("RUN_ERROR came after the run had failed");
        }
        open.clear();
        phase = Phase.FAILED;
    }

    private void checkInside(AguiEvent event) throws StreamBroken {
        switch (phase) {
            case NOTHING_YET -> throw new StreamBroken("the first event is " + event.type()
                    + ", but must be RUN_STARTED or RUN_ERROR");
            case FINISHED, FAILED -> throw new StreamBroken(event.type() + " came after the run had ended");
            case RUNNING -> checkRunning(event);
        }
    }

    private void checkRunning(AguiEvent event) throws StreamBroken {
        switch (event) {
            case AguiEvent.Opened opened -> open(opened);
            case AguiEvent.Continued continued -> {
                Open key = key(continued.item(), continued.owner(), continued.id());
                checkOpen(key, open.contains(key), continued);
            }
            case AguiEvent.Closed closed -> {
                Open key = key(closed.item(), closed.owner(), closed.id());
                checkOpen(key, open.remove(key), closed);
            }
            case AguiEvent.RunFinished finished -> finish();
            case AguiEvent.RunStarted _,AguiEvent.RunError _,AguiEvent.Unknown _ ->
                throw new IllegalStateException("checked before");
            case AguiEvent.Chunk _ -> throw new IllegalStateException("a chunk was not expanded");
            case AguiEvent.MessagesSnapshot _,AguiEvent.ToolResulted _,AguiEvent.StateSnapshot _,AguiEvent.StateDelta _,AguiEvent.Custom _,AguiEvent.Aside _ ->
                {
                }
        }
    }

    private void open(AguiEvent.Opened event) throws StreamBroken {
        Open key = key(event.item(), event.owner(), event.id());
        if (!open.add(key)) {
            throw new StreamBroken(event.type() + " for '" + event.id() + "', which is already open");
        }
        AguiEvent.Opened first = openers.putIfAbsent(key, event);
        if (first != null) {
            checkOwner(key, first, event);
            if (event.item() == Item.CALL && !first.name().equals(event.name())) {
                throw new StreamBroken(event.type() + " for '" + event.id() + "' calls '" + event.name()
                        + "', but the call began with '" + first.name() + "'");
            }
        }
    }

    private void checkOpen(Open key, boolean isOpen, AguiEvent.Owned event) throws StreamBroken {
        AguiEvent.Opened opener = openers.get(key);
        if (!isOpen || opener == null) {
            throw new StreamBroken(event.type() + " for '" + key.id() + "', which is not open");
        }
        checkOwner(key, opener, event);
    }

    private static void checkOwner(Open key, AguiEvent.Opened opener, AguiEvent.Owned event) throws StreamBroken {
        if (!opener.owner().equals(event.owner())) {
            throw new StreamBroken(event.type() + " for '" + key.id() + "' comes from " + agent(event.owner())
                    + ", but " + agent(opener.owner()) + " opened it");
        }
    }

    private static String agent(String owner) {
        return owner.equals(AguiEvent.PARENT) ? "the parent agent" : "the subagent '" + owner + "'";
    }

    private void finish() throws StreamBroken {
        for (Open still : open) {
            throw new StreamBroken("RUN_FINISHED came while " + still.item().words + " '" + still.id()
                    + "' was still open");
        }
        phase = Phase.FINISHED;
    }

    private static Open key(Item item, String owner, String id) {
        return new Open(item, item == Item.STEP ? owner : "", id);
    }
}
