package dev.muster.common.target;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import java.text.Normalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {"a sk-12345678-abcdef b, a *** b",
        "found \"x sk-12345678\"… (200), found \"x ***\"… (200)",
        "x sk-12345678-abc…, x ***…", "…\"5678-abcdef y\", …\"*** y\"", "…345678-abcdef…, …***…",
        "sk-1234…, sk-1234…", "a … b, a … b", "…, …", "x sk-12345678-a…\"sk-12345678\"…, x ***…\"***\"…"})
    void secretsAreMaskedAlsoWhereTheyWereCut(String text, String masked) {
        var secrets = new Secrets(List.of("sk-12345678-abcdef", "short"));

        assertThat(secrets.mask(text)).isEqualTo(masked);
    }

    @Test
    void secretsAreMaskedAsTheyStandInAddressesAndInJson() {
        var secrets = new Secrets(List.of("q/7=a b\"c+d"));

        assertThat(secrets.mask("?t=q/7=a%20b%22c+d&u=q%2F7%3Da+b%22c%2Bd {\"t\":\"q/7=a b\\\"c+d\"}"))
                .isEqualTo("?t=***&u=*** {\"t\":\"***\"}");
    }

    /** Attacks 29 and 105. */
    @ParameterizedTest
    @ValueSource(strings = {"sk-Live/9+aß=Z", "sk-plain-1234", "12345678", "Ab?~\"\\>>ÿÿÿ", "pass word"})
    void secretsAreMaskedInEveryCommonEncoding(String secret) {
        var secrets = new Secrets(List.of(secret));
        var bytes = secret.getBytes(StandardCharsets.UTF_8);
        var hex = HexFormat.of().formatHex(bytes);
        var json = Json.MAPPER.writeValueAsString(secret);
        var inForm = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        var everyByte = "%" + HexFormat.ofDelimiter("%").formatHex(bytes);

        for (var spelt : List.of(secret, secret.toUpperCase(Locale.ROOT), secret.toLowerCase(Locale.ROOT), hex,
                hex.toUpperCase(Locale.ROOT), json.substring(1, json.length() - 1), inForm,
                inForm.toLowerCase(Locale.ROOT), inForm.replace("+", "%20"))) {
            if (spelt.length() == secret.length() || !spelt.contains("SS")) {
                assertThat(secrets.mask("<" + spelt + ">")).as(spelt).isEqualTo("<***>");
            }
        }
        assertThat(secrets.mask(everyByte)).isEqualTo("%***");
        for (var before : List.of("", "x", "xy", "user:", "{\"token\":\"")) {
            for (var behind : List.of("", "z", "\"}", " and more")) {
                var plain = (before + secret + behind).getBytes(StandardCharsets.UTF_8);
                for (var encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder().withoutPadding())) {
                    var text = encoder.encodeToString(plain);
                    var masked = secrets.mask("a " + text + " b");
                    assertThat(masked).as(text).startsWith("a ").contains("***").endsWith(" b");
                    assertThat(masked.length() - "a *** b".length()).as(masked)
                            .isLessThanOrEqualTo(text.length() - (bytes.length * 8 - 10) / 6);
                }
            }
        }
    }

    /** As agents write what they should not say, on purpose or not. */
    @Test
    void secretsAreMaskedHoweverTheyAreSpread() {
        var secret = "sk-Alpha_Beta-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        var bytes = secret.getBytes(StandardCharsets.UTF_8);
        var spread = Stream.of(Base64.getMimeEncoder().encodeToString(bytes),
                Base64.getMimeEncoder().encodeToString(bytes).replace("\r\n", "\\r\\n"),
                HexFormat.ofDelimiter(":").formatHex(bytes),
                escaped(secret, c -> String.format("\\u%04x", c)), escaped(secret, c -> String.format("\\\\u%04X", c)),
                escaped(secret, c -> "&#" + c + ";"), escaped(secret, c -> "&#x" + Integer.toHexString(c) + ";"),
                escaped(secret, c -> c > ' ' && c < 127 ? Character.toString(c + 0xFEE0) : Character.toString(c)),
                escaped(secret, c -> Character.toString(c) + "\u200B"), escaped(secret, c -> (char) c + "\u00AD"),
                secret.substring(0, 20) + "\n" + secret.substring(20));
        var secrets = new Secrets(List.of(secret));

        assertThat(spread).allSatisfy(text -> assertThat(secrets.mask("it is: " + text + ", or so"))
                .matches("(?s)it is: \\\\?\\*\\*\\*.{0,5}, or so"));
    }

    @Test
    void aSecretWithMarksOfItsOwnIsMaskedHoweverItIsSpread() {
        var secret = "Übung:p\\äss\nwort-1234";
        var secrets = new Secrets(List.of(secret));

        assertThat(Stream.of(secret, Normalizer.normalize(secret, Normalizer.Form.NFD),
                escaped(secret, c -> (char) c + "\u3164"), escaped(secret, c -> "&#" + c + ";"),
                secret.replace("\n", ""),
                escaped(secret, c -> (char) c + "\u0301")))
                .allSatisfy(text -> assertThat(secrets.mask("it is: " + text + " or so"))
                        .matches("it is: \\*\\*\\*.? or so"));
    }

    @Test
    void whatIsNoSecretStaysAsItIs() {
        var text = "a:b\n\\u0041 &amp; &#65; ＡＢＣ \u200B ﷺ é";

        assertThat(new Secrets(List.of("something-else-entirely")).mask(text)).isEqualTo(text);
    }

    private static String escaped(String secret, IntFunction<String> letter) {
        return secret.chars().mapToObj(letter).collect(Collectors.joining());
    }

    @Test
    void whatOverlapsIsOneMaskAndWhatTouchesAreTwo() {
        var secrets = new Secrets(List.of("password-one", "one-secret-two", "12345678", "1234567890ab"));

        assertThat(secrets.mask("a password-one-secret-two b 12345678 1234567890AB 1234567812345678 1234567"))
                .isEqualTo("a *** b *** *** ****** 1234567");
    }

    /** Compares the search with the obvious one. */
    @Test
    void everySecretIsFoundWhereverItStands() {
        var random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            var values = Stream.generate(() -> word(random, 8 + random.nextInt(5))).limit(1 + random.nextInt(4))
                    .toList();
            var text = word(random, random.nextInt(12)) + values.getFirst() + word(random, random.nextInt(12));

            var masked = new Secrets(values).mask(text);

            assertThat(masked).as("%s in %s", values, text).contains("***");
            assertThat(values).as(masked).noneMatch(masked::contains);
        }
    }

    private static String word(Random random, int length) {
        return random.ints(length, 0, 3).mapToObj(i -> "abc".substring(i, i + 1)).collect(Collectors.joining());
    }

    @Test
    void whatANameSaysIsSecretIsGuarded() {
        var environment = Environment.guarded(
                Map.of("API_KEY", "12345678", "my_token", "abcdefgh", "HOME", "/home/someone"), List.of("from-file"));

        assertThat(environment.secrets()).containsExactlyInAnyOrder("12345678", "abcdefgh", "from-file");
    }

    /** Attack 127: a suite of somebody else, run where the token for the fleet is set. */
    @Test
    void noSuiteReadsMustersOwnVariablesButTheirValuesAreMasked() {
        var process = Map.of("MUSTER_TOKEN", "token-of-admin", "SHOP", "north");

        assertThat(Environment.guarded(process, List.of()).names()).containsExactly("SHOP");
        assertThat(Environment.guarded(process, List.of()).secrets()).containsExactly("token-of-admin");
        assertThat(new Environment(process).names()).containsExactly("SHOP");
    }
}
