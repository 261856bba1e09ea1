package dev.muster.coordinator.pages.assets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests what is vendored from npm against its lists, and how a script gets the libraries that it names. */
class LibrariesTest {

    private static final Path LIBRARIES = Path.of("src/main/resources/dev/muster/coordinator/pages/assets/vendor");

    /** How the file in hand is compared with npm: {@code npm view NAME@VERSION dist.integrity}, {@code npm pack NAME@VERSION}. */
    @ParameterizedTest
    @ValueSource(strings = {"src/main/resources/dev/muster/coordinator/pages/assets/vendor",
        "../system-tests/src/test/resources/vendor"})
    void everyFileIsTheOneThatTheListHas(Path folder) throws Exception {
        var listed = new TreeMap<String, String>();
        libraries(folder).forEach(library -> {
            assertThat(library.path("purl").asString())
                    .isEqualTo("pkg:npm/" + library.path("name").asString() + "@" + library.path("version").asString());
            assertThat(library.at("/properties/0/name").asString()).isEqualTo("npm:integrity");
            assertThat(library.at("/properties/0/value").asString()).matches("sha512-[A-Za-z0-9+/]{86}==");
            assertThat(library.at("/licenses/0/license/id").asString()).isNotEmpty();
            assertThat(files(library)).as(library.path("name").asString() + " has the text of its licence")
                    .anyMatch(file -> file.path("name").asString().endsWith(".txt"));
            files(library).forEach(file -> listed.put(file.path("name").asString(),
                    file.at("/hashes/0/content").asString()));
        });

        var there = new TreeMap<String, String>();
        try (var all = Files.list(folder)) {
            for (var file : all.filter(file -> !file.endsWith("vendor.cdx.json")).toList()) {
                there.put(file.getFileName().toString(), HexFormat.of().formatHex(
                        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))));
            }
        }
        assertThat(there).isEqualTo(listed).isNotEmpty();
    }

    @Test
    void aScriptGetsWhatItNamesAndWhatThatImportsOnceAndFirst() {
        // When
        var script = Libraries.before("// Libraries: preactHooks, htm\nown();\n// Libraries: htm, preact\nmore();");

        // Then
        assertThat(script.lines().filter(line -> line.startsWith("const "))
                .map(line -> line.substring(6, line.indexOf(" ="))))
                .containsExactly("preact", "preactHooks", "htm");
        assertThat(script).contains("const{options:n}=preact;", "Component:x", "render:Q", "useState:d")
                .doesNotContain("import{", "export{", "markdownit").endsWith("more();");
    }

    @Test
    void aPageNamesItsLibrariesWithTheirLicences() {
        assertThat(Libraries.notices().lines()).hasSize(10).contains(
                "diff 9.0.0, BSD-3-Clause, Copyright (c) 2009-2015, Kevin Decker <kpdecker@gmail.com>",
                "dompurify 3.4.18, Apache-2.0, (c) Cure53 and other contributors",
                "entities 8.1.0, BSD-2-Clause, Copyright (c) Felix Böhm")
                .allMatch(line -> line.matches("\\S+ [\\d.]+, [\\w.-]+, .*(Copyright|\\(c\\)) .+"));
        assertThat(Assets.page()).contains(Libraries.notices());
        assertThat(Libraries.notices()).doesNotContain("--");
    }

    @Test
    void aScriptThatNamesNoneStaysAsItIs() {
        assertThat(Libraries.before("own(); // Libraries: htm")).isEqualTo("own(); // Libraries: htm");
        assertThatThrownBy(() -> Libraries.before("// Libraries: nothing")).hasMessageContaining("vendor/nothing.js");
    }

    /** What would end the element early, ask for a file or compile text, in any of them. */
    @Test
    void allTogetherFitIntoOneElementAndNeedNoEval() throws Exception {
        // When
        var all = new ArrayList<String>();
        libraries(LIBRARIES).flatMap(LibrariesTest::files).map(file -> file.path("name").asString())
                .filter(name -> name.endsWith(".js")).forEach(name -> all.add(name.replace(".js", "")));
        var script = Libraries.before("// Libraries: " + String.join(", ", all) + "\n");

        // Then
        assertThat(all).containsExactly("markdownit", "DOMPurify", "Diff", "preact", "preactHooks", "htm");
        assertThat(script).doesNotContainIgnoringCase("</script").doesNotContain("<!--", "sourceMappingURL", "eval(",
                "new Function", "import(", "fetch(", "XMLHttpRequest");
        var packed = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(packed)) {
            zip.write(script.getBytes(StandardCharsets.UTF_8));
        }
        System.err.printf("libraries: %,d bytes, %,d with gzip%n", script.getBytes(StandardCharsets.UTF_8).length,
                packed.size());
        assertThat(script.length()).isLessThan(300_000);
        assertThat(packed.size()).isLessThan(110_000);
    }

    /** Returns the libraries of a list with those that their files contain. */
    private static Stream<JsonNode> libraries(Path folder) throws IOException {
        return Json.MAPPER.readTree(Files.readString(folder.resolve("vendor.cdx.json"))).path("components")
                .valueStream().flatMap(library -> Stream.concat(Stream.of(library),
                        library.path("components").valueStream().filter(part -> part.has("purl"))));
    }

    private static Stream<JsonNode> files(JsonNode library) {
        return library.path("components").valueStream()
                .filter(part -> part.path("type").asString().equals("file"));
    }
}
