package dev.muster.system;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.Test;

/** Checks that what {@code docs/attacks.md} and the pages on security name as a test is one that runs. */
class AttacksTest {

    private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\| .+ \\| ([^|]+) \\|$");
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*(?:Test|IT|Contract)|FleetSimulation)\\.(\\w+)`");

    private record Attack(int number, String heldBy) {}

    @Test
    void everyTestThatHoldsAnAttackIsThere() throws IOException {
        var tests = tests();
        assertThat(Stream.of("docs/attacks.md", "docs/security.md", "SECURITY.md").flatMap(file -> NAMED.matcher(text(
                Repository.root().resolve(file))).results().filter(
                        named -> !isTest(tests.getOrDefault(named.group(1), ""), named
                                .group(2)))
                .map(named -> file + ": " + named.group()))).isEmpty();
    }

    @Test
    void everyRowSaysWhatHoldsIt() {
        var attacks = attacks();

        assertThat(attacks).extracting(Attack::number).isSorted().doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(
                122).contains(1, 122);
        assertThat(attacks).filteredOn(attack -> !isOpen(attack) && !attack.heldBy().startsWith("by hand: ")
                && !NAMED.matcher(attack.heldBy()).find()).isEmpty();
    }

    @Test
    void noAttackIsOpen() {
        assertThat(attacks().stream().filter(AttacksTest::isOpen).map(Attack::number)).isEmpty();
    }

    private static boolean isOpen(Attack attack) {
        return attack.heldBy().equals("open");
    }

    private static List<Attack> attacks() {
        return text(Repository.root().resolve("docs/attacks.md")).lines().map(ROW::matcher)
                .filter(java.util.regex.Matcher::matches)
                .map(row -> new Attack(Integer.parseInt(row.group(1)), row.group(2))).toList();
    }

    private static Map<String, String> tests() throws IOException {
        var tests = new HashMap<String, String>();
        for (var file : Repository.sources()) {
            if (file.toString().contains("/src/test/")) {
                tests.merge(file.getFileName().toString().replace(".java", ""), text(file), String::concat);
            }
        }
        return tests;
    }

    /** A method is a test when one of JUnit's annotations stands between the blank line above it and its name. */
    private static boolean isTest(String source, String method) {
        int plain = source.indexOf(" void " + method + "(");
        int at = plain >= 0 ? plain : source.indexOf(" Stream<DynamicTest> " + method + "(");
        return at >= 0 && source.substring(source.lastIndexOf("\n\n", at), at).matches(
                "(?s).*@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\\b.*");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
