package dev.muster.common.agent.http;

import module java.base;
import okio.BufferedSource;
import okio.GzipSource;
import okio.InflaterSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/** Decodes compressed bodies by their {@code Content-Encoding}. Servers may compress an answer without a request. */
public final class ContentCoding {

    private static final Set<String> NONE = Set.of("identity");
    private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
    private static final String DEFLATE = "deflate";
    /** Each takes memory of its own, and a body can be compressed any number of times. */
    private static final int MOST_CODINGS = 3;

    private ContentCoding() {}

    /** Returns a sentence about a compression that is not read; null when the body can be read. */
    public static @Nullable String unreadable(String encoding) {
        var codings = codings(encoding);
        return codings.size() <= MOST_CODINGS && codings.stream()
                .allMatch(each -> NONE.contains(each) || GZIP.contains(each) || each.equals(DEFLATE)) ? null
                        : "the answer has Content-Encoding: " + OneLine.of(encoding)
                                + ", which Muster does not read; it offers gzip only";
    }

    /** Returns a body without its compression, which must be readable. */
    public static InputStream decoded(InputStream body, String encoding) throws IOException {
        return isCompressed(encoding) ? decoded(Okio.buffer(Okio.source(body)), encoding).inputStream() : body;
    }

    static boolean isCompressed(String encoding) {
        return !NONE.containsAll(codings(encoding));
    }

    static BufferedSource decoded(BufferedSource body, String encoding) throws IOException {
        var plain = body;
        for (var coding : codings(encoding).reversed()) {
            if (GZIP.contains(coding) && !plain.exhausted()) {
                plain = Okio.buffer(new GzipSource(plain));
            } else if (coding.equals(DEFLATE)) {
                plain = inflated(plain);
            }
        }
        return plain;
    }

    /** By the standard it is in zlib's format; some servers send the bare format. */
    private static BufferedSource inflated(BufferedSource source) throws IOException {
        boolean zlib = source.request(2) && (source.getBuffer().getByte(0) & 0x0F) == 8
                && ((source.getBuffer().getByte(0) & 0xFF) << 8 | (source.getBuffer().getByte(1) & 0xFF)) % 31 == 0;
        return Okio.buffer(new InflaterSource(source, new Inflater(!zlib)));
    }

    /** Returns the codings in the order in which they were applied. */
    private static List<String> codings(String encoding) {
        return Collections.list(new StringTokenizer(encoding.toLowerCase(Locale.ROOT), ", \t")).stream()
                .map(String.class::cast).toList();
    }
}
