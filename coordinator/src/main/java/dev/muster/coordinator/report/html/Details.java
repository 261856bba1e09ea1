package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.json.ResultJson;
import dev.muster.coordinator.run.StoredCase;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Complete results, some hundred per block; the page unpacks the block of a case that is opened. */
final class Details {

    private static final int MOST_CASES = 200;
    /** Maximum characters of the long parts; a block of long conversations has fewer cases. */
    private static final int MOST_TEXT = 1 << 20;

    private final Blocks blocks;
    private final List<Integer> begins = new ArrayList<>();
    private ArrayNode block = Json.MAPPER.createArrayNode();
    private int added;
    private int text;

    Details(Blocks blocks) {
        this.blocks = blocks;
    }

    void add(StoredCase stored) throws IOException {
        if (block.isEmpty()) {
            begins.add(added);
        }
        var json = json(stored);
        block.add(json);
        added++;
        text += json.toString().length();
        if (block.size() == MOST_CASES || text > MOST_TEXT) {
            flush();
        }
    }

    void flush() throws IOException {
        if (!block.isEmpty()) {
            blocks.add(block);
            block = Json.MAPPER.createArrayNode();
            text = 0;
        }
    }

    /** Returns the number of the first result of each block. */
    List<Integer> begins() {
        return begins;
    }

    private static ObjectNode json(StoredCase stored) {
        var json = ResultJson.labelled(stored);
        // what the page knows without them
        json.remove(List.of("test_start_ts", "test_end_ts"));
        if (json.path("attempts").size() == 1) {
            json.remove("attempts");
        }
        return json;
    }
}
