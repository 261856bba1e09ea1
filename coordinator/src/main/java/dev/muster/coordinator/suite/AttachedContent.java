package dev.muster.coordinator.suite;

import module java.base;

/** A file's content. */
record AttachedContent(String base64, String filename) {}
