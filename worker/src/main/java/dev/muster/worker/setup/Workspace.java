package dev.muster.worker.setup;

import module java.base;

/** A project's tree with the files that a case needs; its scripts folder need not exist. */
public record Workspace(Path root, Path scripts) {}
