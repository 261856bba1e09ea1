package dev.muster.common.target;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @Test
    void whatANameSaysIsSecretIsGuarded() {
        var environment = Environment.guarded(
                Map.of("API_KEY", "12345678", "my_token", "abcdefgh", "HOME", "/home/someone"), List.of("from-file"));

        assertThat(environment.secrets()).containsExactlyInAnyOrder("12345678", "abcdefgh", "from-file");
    }
}
