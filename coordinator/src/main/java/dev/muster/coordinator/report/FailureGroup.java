package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.Cause;

public final class FailureGroup {

    private final int number;
    private final Cause cause;
    private final String message;
    private final List<ShownFailure> shown = new ArrayList<>();
    private int size;
    private int repeats;

    FailureGroup(int number, Cause cause, String message) {
        this.number = number;
        this.cause = cause;
        this.message = message;
    }

    /** @param mostShown examples beyond these are only counted */
    void add(ShownFailure failure, int mostShown) {
        size++;
        if (shown.stream().anyMatch(failure::isRepeatOf)) {
            repeats++;
        } else if (shown.size() < mostShown) {
            shown.add(failure);
        }
    }

    /** Returns the number of the group: from 0, in order of appearance. */
    public int number() {
        return number;
    }

    public Cause cause() {
        return cause;
    }

    /** Returns the message, without what differs when the group has several cases. */
    public String message() {
        return size == 1 && !shown.isEmpty() ? shown.getFirst().reason() : message;
    }

    public int size() {
        return size;
    }

    public List<ShownFailure> shown() {
        return List.copyOf(shown);
    }

    /** Returns how many results are not shown, not counting repeats of cases that are. */
    public int more() {
        return size - repeats - shown.size();
    }
}
