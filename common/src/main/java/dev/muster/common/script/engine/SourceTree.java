package dev.muster.common.script.engine;

import module java.base;

import com.caoccao.javet.swc4j.Swc4j;
import com.caoccao.javet.swc4j.enums.Swc4jMediaType;
import com.caoccao.javet.swc4j.enums.Swc4jParseMode;
import com.caoccao.javet.swc4j.enums.Swc4jSourceMapOption;
import com.caoccao.javet.swc4j.exceptions.Swc4jCoreException;
import com.caoccao.javet.swc4j.options.Swc4jTranspileOptions;
import com.caoccao.javet.swc4j.utils.SourceMapUtils;
import dev.muster.common.script.engine.SourceTree.SourceText;
import dev.muster.common.script.engine.SourceTree.UnsoundSource;
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
    String find(String path, Owner owner) throws UnsoundSource {
        for (var ending : ENDINGS) {
            if (isScript(path + ending) && load(path + ending, owner) != null) {
                return path + ending;
            }
        }
        return null;
    }

    SourceText get(String path, Owner owner) throws FileNotFoundException, UnsoundSource {
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

    private @Nullable SourceText load(String path, Owner owner) throws UnsoundSource {
        var known = files.get(path);
        if (known != null) {
            return known;
        }
        try {
            var text = owner.ask(Ask.SOURCE, path);
            var read = TypeScript.isOne(path) ? TypeScript.read(text) : new SourceText(text, null);
            files.put(path, read);
            return read;
        } catch (Owner.Refused e) {
            return null;
        }
    }

    private static boolean isScript(String path) {
        return path.endsWith(".js") || path.endsWith(".mjs") || TypeScript.isOne(path);
    }

    /** Thrown for a file that is not valid TypeScript. */
    static final class UnsoundSource extends IOException {

        final String place;

        /** @param place {@code line:column}; empty when unknown */
        UnsoundSource(String what, String place) {
            super(what);
            this.place = place;
        }
    }

    /**
     * The code of a file as executed.
     *
     * @param code JavaScript
     * @param map maps positions in the code to the file; null when they are the same
     */
    record SourceText(String code, @Nullable SourceMap map) {

        /** A source map; lookups modify it, so only one thread uses it at a time. */
        static final class SourceMap {

            private final SourceMapUtils nodes;
            private final ReentrantLock lock = new ReentrantLock();

            /** Maps empty lines to the end of the previous line: the library does not support empty ones. */
            SourceMap(String json) {
                var filled = json.replace("\"mappings\":\";", "\"mappings\":\"AAAA;");
                while (filled.contains(";;")) {
                    filled = filled.replace(";;", ";AAAA;");
                }
                this.nodes = SourceMapUtils.of(filled);
            }

            /** Returns the position in the file, both from 1; null when the code was generated, or the map has no entry. */
            private int @Nullable [] original(int line, int column) {
                lock.lock();
                try {
                    for (int before = column - 1; before >= 0; before--) {
                        var node = nodes.getNode(line - 1, before);
                        if (node != null) {
                            return new int[]{node.originalPosition.line + 1, node.originalPosition.column + 1};
                        }
                    }
                    return null;
                } catch (IndexOutOfBoundsException e) {
                    return null;
                } finally {
                    lock.unlock();
                }
            }
        }

        /** Returns {@code :line:column} in the file for a position in the code, all from 1; empty when unknown. */
        String place(int line, int column) {
            int[] original = map == null ? new int[]{line, column} : map.original(line, column);
            return original == null ? "" : ":" + original[0] + ":" + original[1];
        }
    }

    /** Compiles TypeScript to JavaScript. Loads its native library on first use. */
    static final class TypeScript {

        private static final String HERE = "file:///source.ts";
        private static final String AT = "at " + HERE + ":";

        static boolean isOne(String path) {
            return path.endsWith(".ts") || path.endsWith(".mts");
        }

        static SourceText read(String text) throws UnsoundSource {
            try {
                var output = new Swc4j().transpile(text, options());
                return new SourceText(output.getCode(), new SourceText.SourceMap(output.getSourceMap()));
            } catch (Swc4jCoreException e) {
                throw unsound(String.valueOf(e.getMessage()));
            } catch (MalformedURLException e) {
                throw new UnsoundSource("TypeScript can't be read: " + e.getMessage(), "");
            } catch (LinkageError e) {
                throw new UnsoundSource("TypeScript can't be read on this machine, there is no compiler for it; "
                        + "JavaScript can", "");
            }
        }

        private static Swc4jTranspileOptions options() throws MalformedURLException {
            URL specifier = URI.create(HERE).toURL();
            var options = new Swc4jTranspileOptions().setMediaType(Swc4jMediaType.TypeScript)
                    .setParseMode(Swc4jParseMode.Module).setSourceMap(Swc4jSourceMapOption.Separate);
            options.setSpecifier(specifier);
            return options;
        }

        /** Parses a message of swc: the error, then the lines around it, then the place. */
        private static UnsoundSource unsound(String message) {
            int end = message.indexOf('\n');
            int at = message.lastIndexOf(AT);
            return new UnsoundSource(end < 0 ? message : message.substring(0, end),
                    at < 0 ? "" : message.substring(at + AT.length()).strip());
        }
    }
}
