package dev.muster.worker.setup;

import module java.base;

/**
 * A tree with the files that a case needs.
 *
 * @param root the project's root, the working folder of commands
 * @param scripts the scripts folder; need not exist
 */
public record Workspace(Path root, Path scripts) {}
