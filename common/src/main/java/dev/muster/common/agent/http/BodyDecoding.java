package dev.muster.common.agent.http;

import module java.base;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.InflaterSource;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/** Makes the body of an answer plain UTF-8, whatever its headers say about compression and charset. */
final class BodyDecoding {

    private static final String ENCODING = "Content-Encoding";

    private BodyDecoding() {}

    /** Returns a sentence about a compression that is not read; null when the body can be read. */
    static @Nullable String unreadable(Headers headers) {
        var encoding = encoding(headers);
        return switch (encoding) {
            case "", "identity", "deflate" -> null;
            default ->
                "the answer has Content-Encoding: " + OneLine.of(encoding) + ", which Muster does not read; it offers"
                        + " gzip only";
        };
    }

    /** The client decompresses gzip itself, and removes the header. */
    private static String encoding(Headers headers) {
        return Objects.requireNonNullElse(headers.get(ENCODING), "").strip().toLowerCase(Locale.ROOT);
    }

    static Response decoded(Response response) throws IOException {
        var type = response.body().contentType();
        var charset = charset(type);
        boolean deflated = encoding(response.headers()).equals("deflate");
        if (!deflated && charset.equals(StandardCharsets.UTF_8)) {
            return response;
        }
        var plain = deflated ? inflated(response.body().source()) : response.body().source();
        var utf8 = charset.equals(StandardCharsets.UTF_8) ? plain : Okio.buffer(new Recoded(plain, charset));
        return response.newBuilder().body(ResponseBody.create(utf8, type == null ? null : bare(type), -1)).build();
    }

    private static Charset charset(@Nullable MediaType type) {
        var declared = type == null ? null : type.charset(StandardCharsets.UTF_8);
        return Objects.requireNonNullElse(declared, StandardCharsets.UTF_8);
    }

    private static MediaType bare(MediaType type) {
        return MediaType.get(type.type() + "/" + type.subtype());
    }

    /** By the standard it is in zlib's format; some servers send the bare format. */
    private static BufferedSource inflated(BufferedSource source) throws IOException {
        boolean zlib = source.request(2) && (source.getBuffer().getByte(0) & 0x0F) == 8
                && ((source.getBuffer().getByte(0) & 0xFF) << 8 | (source.getBuffer().getByte(1) & 0xFF)) % 31 == 0;
        return Okio.buffer(new InflaterSource(source, new Inflater(!zlib)));
    }

    /** A text in another charset, as UTF-8; what can't be decoded becomes U+FFFD. */
    private static final class Recoded extends ForwardingSource {

        private static final int CHUNK = 8192;

        private final CharsetDecoder decoder;
        private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK);
        private final CharBuffer characters = CharBuffer.allocate(CHUNK);
        private final Buffer read = new Buffer();
        private boolean ended;

        Recoded(Source encoded, Charset charset) {
            super(encoded);
            this.decoder = charset.newDecoder().onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
        }

        @Override
        public long read(Buffer sink, long atMost) throws IOException {
            long before = sink.size();
            while (sink.size() == before && !ended) {
                ended = super.read(read, bytes.remaining()) < 0;
                bytes.put(read.readByteArray());
                bytes.flip();
                decoder.decode(bytes, characters, ended);
                bytes.compact();
                if (ended) {
                    decoder.flush(characters);
                }
                characters.flip();
                sink.writeUtf8(characters.toString());
                characters.clear();
            }
            return sink.size() == before ? -1 : sink.size() - before;
        }
    }
}
