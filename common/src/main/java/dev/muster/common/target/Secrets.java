package dev.muster.common.target;

import module java.base;
import dev.muster.common.json.Json;
import okhttp3.HttpUrl;

/** Secret values to mask; values shorter than 8 characters would mask common words. */
public record Secrets(List<String> values) {

    private static final int SHORTEST = 8;
    private static final String MASK = "***";
    /** The mark where a sentence, or a value of a result, was cut. */
    private static final char CUT = '…';

    public Secrets {
        values = values.stream().filter(value -> value.length() >= SHORTEST).flatMap(Secrets::spellings).distinct()
                .sorted(Comparator.comparingInt(String::length).reversed()).toList();
    }

    /** Returns a value as it is, as in a URL, and as in JSON. */
    private static Stream<String> spellings(String value) {
        if (value.chars().allMatch(Secrets::staysItself)) {
            return Stream.of(value);
        }
        var inForm = URLEncoder.encode(value, StandardCharsets.UTF_8);
        var json = Json.MAPPER.writeValueAsString(value);
        var inQuery = new HttpUrl.Builder().scheme("http").host("a").encodedQuery(value).build().encodedQuery();
        return Stream.of(value, inForm, inForm.replace("+", "%20"), String.valueOf(inQuery),
                json.substring(1, json.length() - 1));
    }

    private static boolean staysItself(int c) {
        return (c < 128 && Character.isLetterOrDigit(c)) || c == '-' || c == '_' || c == '.';
    }

    /** Masks whole secrets, and the rest of one that was cut. */
    public String mask(String text) {
        var masked = text;
        for (var value : values) {
            masked = masked.replace(value, MASK);
        }
        for (int at = masked.indexOf(CUT); at >= 0 && !values.isEmpty(); at = masked.indexOf(CUT, at + 1)) {
            int end = at > 0 && masked.charAt(at - 1) == '"' ? at - 1 : at;
            int before = longestBeginning(masked, end);
            masked = masked.substring(0, end - before) + (before > 0 ? MASK : "") + masked.substring(end);
            at = masked.indexOf(CUT, end - before);
            int from = at + 1 < masked.length() && masked.charAt(at + 1) == '"' ? at + 2 : at + 1;
            int behind = longestEnd(masked, from);
            masked = masked.substring(0, from) + (behind > 0 ? MASK : "") + masked.substring(from + behind);
        }
        return masked;
    }

    /** Returns the number of characters before an index that begin a secret. */
    private int longestBeginning(String text, int end) {
        return values.stream().mapToInt(value -> longest(value,
                length -> end >= length && text.startsWith(value.substring(0, length), end - length))).max().orElse(0);
    }

    /** Returns the number of characters from an index on that end a secret. */
    private int longestEnd(String text, int from) {
        return values.stream().mapToInt(value -> longest(value,
                length -> text.startsWith(value.substring(value.length() - length), from))).max().orElse(0);
    }

    private static int longest(String value, IntPredicate isThere) {
        for (int length = value.length() - 1; length >= SHORTEST; length--) {
            if (isThere.test(length)) {
                return length;
            }
        }
        return 0;
    }

    @Override
    public String toString() {
        return values.size() + " secrets";
    }
}
