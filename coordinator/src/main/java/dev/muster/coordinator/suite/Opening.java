package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Message;
import dev.muster.common.model.Turn;

/**
  * The opening of a conversation.
  *
  * @param before the history
  * @param turns the first turn, if {@code messages} or {@code input} contains it
  */
record Opening(List<Message> before, List<Turn> turns) {}
