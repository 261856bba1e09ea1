package dev.muster.common.block;

import module java.base;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import dev.muster.common.json.Json;
import dev.muster.common.result.CaseResult;
import tools.jackson.core.JacksonException;

/**
 * The details of one result: its JSON as one zstd frame with a dictionary that all results share. What the definition of
 * its case contains, too, is left out.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content
public record DetailFrame(byte[] bytes) implements ResultDetail {

    /** Maximum size of the details of one result, decompressed: as large as a message may be. */
    static final int MOST = 16 << 20;

    private static final int LEVEL = 3;
    private static final Dictionary DICTIONARY = Dictionary.load("details-1.dict");

    private record Dictionary(ZstdDictCompress writing, ZstdDictDecompress reading) {

        static Dictionary load(String name) {
            try (var in = Objects.requireNonNull(DetailFrame.class.getResourceAsStream(name), name)) {
                var bytes = in.readAllBytes();
                return new Dictionary(new ZstdDictCompress(bytes, LEVEL), new ZstdDictDecompress(bytes));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static DetailFrame of(CaseResult result) {
        var sent = result.observed().sent();
        return ofJson(Json.MAPPER.writeValueAsBytes(
                sent == null ? result : result.with(result.observed().with(sent.stored()))));
    }

    static DetailFrame ofJson(byte[] json) {
        try (var context = new ZstdCompressCtx()) {
            context.setLevel(LEVEL).setContentSize(true).setChecksum(true);
            context.loadDict(DICTIONARY.writing);
            return new DetailFrame(context.compress(json));
        }
    }

    /** @throws UnreadableDetail when its bytes are not a result */
    @Override
    public CaseResult read() {
        try {
            return Json.MAPPER.readValue(json(), CaseResult.class);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            // records check their components in their constructors: a missing one is a NullPointerException
            throw new UnreadableDetail("the details of a result can't be read: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the JSON, in UTF-8. Takes no more memory than the frame says beforehand, and at most {@link #MOST}.
     *
     * @throws UnreadableDetail when this is not one whole frame
     */
    public byte[] json() {
        long size = bytes.length == 0 ? -1 : Zstd.getFrameContentSize(bytes);
        if (size < 0 || size > MOST) {
            throw new UnreadableDetail("the details of a result say no size, or more than " + MOST + " bytes", null);
        }
        try (var context = new ZstdDecompressCtx()) {
            context.loadDict(DICTIONARY.reading);
            var json = new byte[(int) size];
            if (context.decompress(json, bytes) != size) {
                throw new UnreadableDetail("the details of a result are shorter than they say", null);
            }
            return json;
        } catch (ZstdException e) {
            throw new UnreadableDetail("the details of a result can't be decompressed: " + e.getMessage(), e);
        }
    }

    /** Returns the size of the JSON, as far as the frame says it. */
    public long size() {
        return bytes.length == 0 ? 0 : Math.max(0, Zstd.getFrameContentSize(bytes));
    }

    @Override
    public DetailFrame frame() {
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DetailFrame(var theirs) && Arrays.equals(bytes, theirs);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "details of " + bytes.length + " bytes";
    }
}
