package dev.muster.worker.setup;

import java.nio.file.Path;

/**
 * A tree with the files that a case needs.
 *
 * @param root the project's root, where commands run
 * @param scripts the scripts folder; need not be there
 */
public record Workspace(Path root, Path scripts) {}
