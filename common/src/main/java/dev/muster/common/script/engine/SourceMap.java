package dev.muster.common.script.engine;

import module java.base;
import com.caoccao.javet.swc4j.utils.SourceMapUtils;
import org.jspecify.annotations.Nullable;

/** A source map; lookups modify it, so only one thread uses it at a time. */
final class SourceMap {

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
    int @Nullable [] original(int line, int column) {
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
