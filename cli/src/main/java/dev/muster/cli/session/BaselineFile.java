package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.analysis.news.TriesByCase;
import dev.muster.coordinator.run.About;
import org.jspecify.annotations.Nullable;

/** The result file that {@code --baseline} names. */
public final class BaselineFile {

    private BaselineFile() {}

    /** @return null when the baseline is a run */
    public static @Nullable TriesByCase read(About about, Path workingFolder) throws BadInput {
        var name = about.baseline();
        if (name == null || !about.againstFile()) {
            return null;
        }
        try {
            return TriesByCase.read(workingFolder.resolve(name));
        } catch (NoSuchFileException e) {
            throw new BadInput("--baseline " + name + ": file not found");
        } catch (IOException | InvalidPathException e) {
            throw new BadInput("--baseline " + name + ": " + e.getMessage());
        }
    }
}
