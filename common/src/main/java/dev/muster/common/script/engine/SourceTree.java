package dev.muster.common.script.engine;

import module java.base;

import dev.muster.common.script.wire.FromHost.Ask;
import org.jspecify.annotations.Nullable;

/** The files of a scripts folder requested so far; a file that was read never changes. */
final class SourceTree {

    /** The suffixes to try after an import: TypeScript imports omit the extension. */
    private static final List<String> ENDINGS = List.of("", ".ts", ".js", ".mjs", ".mts", "/index.ts", "/index.js");

    private final Map<String, SourceText> files = new ConcurrentHashMap<>();

    /**
     * Returns the file that an import names.
     *
     * @param path path in the folder, with {@code /}
     * @return null when there is none
     */
    @Nullable
    String find(String path, Owner owner) throws InvalidSource {
        for (var ending : ENDINGS) {
            if (isScript(path + ending) && load(path + ending, owner) != null) {
                return path + ending;
            }
        }
        return null;
    }

    SourceText get(String path, Owner owner) throws FileNotFoundException, InvalidSource {
        var text = load(path, owner);
        if (text == null) {
            throw new FileNotFoundException(path);
        }
        return text;
    }

    @Nullable
    SourceText known(String path) {
        return files.get(path);
    }

    private @Nullable SourceText load(String path, Owner owner) throws InvalidSource {
        var known = files.get(path);
        if (known != null) {
            return known;
        }
        try {
            var text = owner.ask(Ask.SOURCE, path);
            var read = TypeScript.isOne(path) ? TypeScript.read(text) : new SourceText(text, null);
            files.put(path, read);
            return read;
        } catch (RefusedByOwner e) {
            return null;
        }
    }

    private static boolean isScript(String path) {
        return path.endsWith(".js") || path.endsWith(".mjs") || TypeScript.isOne(path);
    }
}
