package dev.muster.coordinator.client;

import module java.base;

/**
 * What is sent as a message.
 *
 * @param texts all of {@code --say}
 * @param inCi whether a single word of {@code inputs} is none
 */
public record GivenMessages(List<String> texts, boolean inCi) {

    public static final GivenMessages NONE = new GivenMessages(List.of(), false);
}
