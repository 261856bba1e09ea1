package dev.muster.common.target;

import module java.base;
import dev.muster.common.assertion.eval.Redaction;
import dev.muster.common.json.Json;
import okhttp3.HttpUrl;

/**
 * Secret values to mask, as they are and as they are commonly encoded, in small and capital letters. Values shorter
 * than 8 characters would mask common words.
 */
public final class Secrets {

    /** Characters of the shortest value that is masked. */
    public static final int SHORTEST = 8;

    private static final String MASK = "***";
    /** The mark where a sentence, or a value of a result, was cut. */
    private static final char CUT = '…';
    private static final int TABLE = 1 << 14;
    private static final int WIDEST = 16;

    private final Redaction redaction;
    /** In folded letters, the longest first. */
    private final List<String> spellings;
    /** The search looks at windows of so many characters. */
    private final int window;
    /** How far a window may move on, by the hash of its last three characters. */
    private final byte[] shifts;

    public Secrets(List<String> values) {
        this(values, Redaction.NONE);
    }

    /** @param redaction masks more than these values */
    public Secrets(List<String> values, Redaction redaction) {
        this.redaction = redaction;
        this.spellings = values.stream().filter(value -> value.length() >= SHORTEST).distinct()
                .flatMap(Secrets::spellings).filter(spelling -> spelling.length() >= SHORTEST).map(Secrets::folded)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed()).toList();
        this.window = spellings.isEmpty() ? 0 : Math.min(spellings.getLast().length(), WIDEST);
        this.shifts = new byte[window > 0 ? TABLE : 0];
        Arrays.fill(shifts, (byte) (window - 2));
        for (var spelling : spellings) {
            for (int i = 2; i < window; i++) {
                int hash = hash(spelling, i);
                shifts[hash] = (byte) Math.min(shifts[hash], window - 1 - i);
            }
        }
    }

    private static Stream<String> spellings(String value) {
        var bytes = value.getBytes(StandardCharsets.UTF_8);
        var hex = HexFormat.of().formatHex(bytes);
        var all = Stream.builder().add(value).add(hex).add(HexFormat.ofDelimiter("%").formatHex(bytes));
        for (int before = 0; before < 3; before++) {
            var encoded = inBase64(bytes, before);
            var inside = encoded.substring(0, encoded.length() - ((before + bytes.length) % 3 == 0 ? 0 : 1));
            Stream.of(encoded, inside).forEach(each -> all.add(each).add(each.replace('+', '-').replace('/', '_')));
        }
        if (!value.chars().allMatch(Secrets::staysItself)) {
            var inForm = URLEncoder.encode(value, StandardCharsets.UTF_8);
            var json = Json.MAPPER.writeValueAsString(value);
            var inJson = json.substring(1, json.length() - 1);
            all.add(inForm).add(inForm.replace("+", "%20")).add(inJson).add(inJson.replace("/", "\\/"))
                    .add(value.chars().mapToObj(
                            c -> staysItself(c) ? Character.toString(c) : "\\u" + HexFormat.of().toHexDigits((char) c))
                            .collect(Collectors.joining()))
                    .add(String.valueOf(new HttpUrl.Builder().scheme("http").host("a").encodedQuery(value).build()
                            .encodedQuery()));
        }
        var plain = PlainText.of(value);
        return (plain == null ? all : all.add(plain.text())).build().map(String::valueOf);
    }

    /**
     * Returns the characters that do not depend on what stands before; the last one may depend on what stands behind.
     */
    private static String inBase64(byte[] bytes, int before) {
        var text = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, text, before, bytes.length);
        return Base64.getEncoder().withoutPadding().encodeToString(text).substring((before * 4 + 2) / 3);
    }

    private static boolean staysItself(int c) {
        return (c < 128 && Character.isLetterOrDigit(c)) || c == '-' || c == '_' || c == '.';
    }

    /** Masks whole secrets, the rest of one that was cut, and what the redaction finds. */
    public String mask(String text) {
        return redaction.mask(spellings.isEmpty() ? text : withoutValues(text));
    }

    private String withoutValues(String text) {
        var masked = whole(text);
        var parts = new ArrayList<Found>();
        for (int at = masked.indexOf(CUT); at >= 0; at = masked.indexOf(CUT, at + 1)) {
            int end = at > 0 && masked.charAt(at - 1) == '"' ? at - 1 : at;
            add(parts, end - longestBeginning(masked, end), end);
            int from = at + 1 < masked.length() && masked.charAt(at + 1) == '"' ? at + 2 : at + 1;
            add(parts, from, from + longestEnd(masked, from));
        }
        return masked(masked, parts);
    }

    /** Adds a part, unless it is empty or begins in the one before, which then ends with it. */
    private static void add(List<Found> parts, int begin, int end) {
        if (begin < end && !parts.isEmpty() && begin < parts.getLast().end()) {
            var last = parts.removeLast();
            parts.add(new Found(last.begin(), Math.max(end, last.end())));
        } else if (begin < end) {
            parts.add(new Found(begin, end));
        }
    }

    private String whole(String text) {
        var masked = masked(text, found(text));
        var plain = PlainText.of(masked);
        if (plain == null) {
            return masked;
        }
        var spread = found(plain.text()).stream()
                .map(found -> new Found(plain.begin(found.begin()), plain.begin(found.end()))).toList();
        return masked(masked, spread);
    }

    /** A part of a text that is a secret, or several that overlap. */
    private record Found(int begin, int end) {}

    private static String masked(String text, List<Found> secrets) {
        if (secrets.isEmpty()) {
            return text;
        }
        var masked = new StringBuilder(text.length());
        int copied = 0;
        for (var secret : secrets) {
            masked.append(text, copied, secret.begin()).append(MASK);
            copied = secret.end();
        }
        return masked.append(text, copied, text.length()).toString();
    }

    /** Finds spellings by Wu and Manber's method; what overlaps is one part. */
    private List<Found> found(String text) {
        var found = new ArrayList<Found>();
        int begin = -1;
        int end = -1;
        for (int last = window - 1; last < text.length();) {
            int shift = shifts[hash(text, last)];
            if (shift > 0) {
                last += shift;
                continue;
            }
            int from = last - window + 1;
            int length = longestAt(text, from);
            if (length > 0 && from >= end) {
                if (begin >= 0) {
                    found.add(new Found(begin, end));
                }
                begin = from;
            }
            end = length > 0 ? Math.max(end, from + length) : end;
            last++;
        }
        if (begin >= 0) {
            found.add(new Found(begin, end));
        }
        return found;
    }

    private int longestAt(String text, int from) {
        for (var spelling : spellings) {
            if (isThere(spelling, 0, spelling.length(), text, from)) {
                return spelling.length();
            }
        }
        return 0;
    }

    /** Returns the number of characters before an index that begin a secret. */
    private int longestBeginning(String text, int end) {
        return spellings.stream().mapToInt(value -> longest(value,
                length -> isThere(value, 0, length, text, end - length))).max().orElse(0);
    }

    /** Returns the number of characters from an index on that end a secret. */
    private int longestEnd(String text, int from) {
        return spellings.stream().mapToInt(value -> longest(value,
                length -> isThere(value, value.length() - length, length, text, from))).max().orElse(0);
    }

    private static int longest(String value, IntPredicate isThere) {
        for (int length = value.length() - 1; length >= SHORTEST; length--) {
            if (isThere.test(length)) {
                return length;
            }
        }
        return 0;
    }

    private static boolean isThere(String value, int begin, int length, String text, int at) {
        if (at < 0 || at + length > text.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (value.charAt(begin + i) != fold(text.charAt(at + i))) {
                return false;
            }
        }
        return true;
    }

    private static int hash(String text, int last) {
        return (fold(text.charAt(last - 2)) * 961 + fold(text.charAt(last - 1)) * 31 + fold(text.charAt(last)))
                & (TABLE - 1);
    }

    private static char fold(char c) {
        if (c < 128) {
            return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
        }
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    private static String folded(String value) {
        var folded = new StringBuilder(value);
        for (int i = 0; i < value.length(); i++) {
            folded.setCharAt(i, fold(value.charAt(i)));
        }
        return folded.toString();
    }

    @Override
    public String toString() {
        return spellings.size() + " spellings of secrets";
    }
}
