package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;

/** A place for paths, with its name in messages. */
record DocumentPlace(String name, JsonNode root) {}
