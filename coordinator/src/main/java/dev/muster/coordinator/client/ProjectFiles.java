package dev.muster.coordinator.client;

import module java.base;

/**
 * The project files that the cases of a run refer to.
 *
 * @param scripts the scripts folder, relative to the root; uploaded completely
 * @param folders folders of the cases' scripts, relative to the root; each uploaded completely
 * @param words words of the hooks' commands; files they name are uploaded
 * @param needed whether there are any hooks or scripts
 */
public record ProjectFiles(Path root, String scripts, Set<String> folders, Set<String> words, boolean needed) {

    public ProjectFiles {
        folders = Set.copyOf(folders);
        words = Set.copyOf(words);
    }
}
