package dev.muster.common.agent.http;

import module java.base;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/** Makes the body of an answer plain UTF-8, whatever its headers say about compression and charset. */
final class BodyDecoding {

    private static final String ENCODING = "Content-Encoding";

    private BodyDecoding() {}

    /** Returns a sentence about a compression that is not read; null when the body can be read. */
    static @Nullable String unreadable(Headers headers) {
        return ContentCoding.unreadable(encoding(headers));
    }

    /**
     * The client decompresses gzip itself, and removes the header, unless the agent's headers name what they accept.
     */
    private static String encoding(Headers headers) {
        return Objects.requireNonNullElse(headers.get(ENCODING), "");
    }

    static Response decoded(Response response) throws IOException {
        var type = response.body().contentType();
        var charset = charset(type);
        var encoding = encoding(response.headers());
        boolean compressed = ContentCoding.isCompressed(encoding);
        if (!compressed && charset.equals(StandardCharsets.UTF_8)) {
            return response;
        }
        var plain = ContentCoding.decoded(response.body().source(), encoding);
        var utf8 = charset.equals(StandardCharsets.UTF_8) ? plain : Okio.buffer(new Recoded(plain, charset));
        return response.newBuilder().removeHeader(ENCODING)
                .body(ResponseBody.create(utf8, type == null ? null : bare(type), -1)).build();
    }

    private static Charset charset(@Nullable MediaType type) {
        var declared = type == null ? null : type.charset(StandardCharsets.UTF_8);
        return Objects.requireNonNullElse(declared, StandardCharsets.UTF_8);
    }

    private static MediaType bare(MediaType type) {
        return MediaType.get(type.type() + "/" + type.subtype());
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
