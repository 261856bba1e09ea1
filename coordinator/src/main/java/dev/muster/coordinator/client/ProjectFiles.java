package dev.muster.coordinator.client;

import java.nio.file.Path;
import java.util.Set;

/**
 * What the cases of a run refer to in their project.
 *
 * @param root the project's root
 * @param scripts the scripts folder, from the root; all of it goes along
 * @param folders where scripts of the cases are, from the root; all of each goes along
 * @param words of the hooks' commands: those that name files go along
 * @param needed whether there is anything to run at all
 */
public record ProjectFiles(Path root, String scripts, Set<String> folders, Set<String> words, boolean needed) {

    public ProjectFiles {
        folders = Set.copyOf(folders);
        words = Set.copyOf(words);
    }
}
