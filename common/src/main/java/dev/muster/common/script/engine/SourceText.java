package dev.muster.common.script.engine;

import module java.base;
import com.caoccao.javet.swc4j.utils.SourceMapUtils;
import org.jspecify.annotations.Nullable;

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
