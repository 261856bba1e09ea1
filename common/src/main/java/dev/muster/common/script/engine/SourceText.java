package dev.muster.common.script.engine;

import com.caoccao.javet.swc4j.utils.SourceMapUtils;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A file as it is run.
 *
 * @param code JavaScript
 * @param map leads from its places to those of the file; null when they are the same
 */
record SourceText(String code, @Nullable SourceMap map) {

    /** A source map; looking into it changes it, so one thread does at a time. */
    static final class SourceMap {

        private final SourceMapUtils nodes;
        private final ReentrantLock lock = new ReentrantLock();

        /** Lines without anything on them are mapped where the line before ends: the library knows no empty ones. */
        SourceMap(String json) {
            var filled = json.replace("\"mappings\":\";", "\"mappings\":\"AAAA;");
            while (filled.contains(";;")) {
                filled = filled.replace(";;", ";AAAA;");
            }
            this.nodes = SourceMapUtils.of(filled);
        }

        /** The place in the file, both from 1; null when the code there was made up, or the map does not know. */
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

    /** {@code :line:column} in the file of a place in the code, all from 1; empty when it is not known. */
    String place(int line, int column) {
        int[] original = map == null ? new int[]{line, column} : map.original(line, column);
        return original == null ? "" : ":" + original[0] + ":" + original[1];
    }
}
