package dev.muster.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;

/** Checks the list of what the distribution consists of, and its licences ({@code mvn verify -Pdist}). */
@Tag("slow")
@EnabledIfSystemProperty(named = "muster.bill", matches = ".+", disabledReason = "only -Pdist writes the list")
class BillIT {

    /** By what the SBOM calls them: a new one is added by who has read it. Of several, one suffices. */
    private static final Set<String> READ = Set.of("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "0BSD",
            "UPL-1.0",
            "EPL-2.0", "Go License", "Unicode/ICU License");

    private final Path distribution = Path.of(System.getProperty("muster.bill", ""));

    @Test
    void everyJarIsListedWithItsHash() throws Exception {
        var listed = new HashSet<String>();
        components().forEach(component -> component.path("hashes").forEach(hash -> listed.add(hash.path("content")
                .asString())));

        var unlisted = new TreeSet<String>();
        try (var jars = Files.list(distribution.resolve("lib"))) {
            for (var jar : jars.filter(jar -> !jar.getFileName().toString().startsWith("muster-")).toList()) {
                var sha256 = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
                if (!listed.contains(HexFormat.of().formatHex(sha256))) {
                    unlisted.add(jar.getFileName().toString());
                }
            }
        }

        assertThat(listed).hasSizeGreaterThan(100);
        assertThat(unlisted).as("jars that sbom.cdx.json does not have; was it built with -o?").isEmpty();
    }

    @Test
    void everyLicenceHasBeenRead() throws Exception {
        assertThat(components().stream().filter(component -> licences(component).noneMatch(READ::contains))
                .map(component -> component.path("purl").asString() + " " + licences(component).toList())).isEmpty();
    }

    @Test
    void theListForReadersNamesEachWithItsLicence() throws Exception {
        var list = Files.readString(distribution.resolve("THIRD-PARTY.txt"));

        assertThat(components()).filteredOn(component -> !component.path("group").asString().equals("dev.muster"))
                .hasSizeGreaterThan(100).allMatch(component -> list.contains(component.path("group").asString() + ":"
                        + component.path("name").asString() + ":"));
        assertThat(list).doesNotContain("Unknown license");
    }

    @Test
    void theLibrariesOfPagesAreListedWithTheirLicencesToo() throws Exception {
        var list = Files.readString(distribution.resolve("THIRD-PARTY.txt"));
        var npm = distribution.resolve("npm");
        var libraries = Json.MAPPER.readTree(Files.readString(npm.resolve("vendor.cdx.json"))).findParents("purl");

        assertThat(libraries).hasSizeGreaterThan(5).allSatisfy(library -> {
            var id = library.at("/licenses/0/license/id").asString();
            assertThat(READ).contains(id);
            assertThat(list).contains("(" + id + ") " + library.path("name").asString() + " (npm:"
                    + library.path("name").asString() + ":" + library.path("version").asString() + " ");
            assertThat(library.path("components").valueStream().map(file -> file.path("name").asString())
                    .filter(name -> name.endsWith(".txt")).map(npm::resolve)).isNotEmpty().allMatch(Files::exists);
        });
    }

    /** Asks the database of advisories where it can be reached; one that Muster need not care about is accepted in the list. */
    @Test
    void nothingHasAnOpenAdvisory() throws Exception {
        var ran = AdvisoriesIT.runSource(Repository.root().resolve("deploy/src/main/scripts/advisories.json"),
                distribution.resolve("sbom.cdx.json"), distribution.resolve("npm/vendor.cdx.json"));

        assertThat(ran.code()).as(ran.output()).isZero();
    }

    private static Stream<String> licences(JsonNode component) {
        return component.path("licenses").valueStream().flatMap(each -> Stream.of(each.path("license").path("id"),
                each.path("license").path("name"), each.path("expression"))).map(JsonNode::asString)
                .flatMap(text -> Stream.of(text.split(" OR ")));
    }

    private List<JsonNode> components() throws IOException {
        return Json.MAPPER.readTree(Files.readString(distribution.resolve("sbom.cdx.json"))).path("components")
                .valueStream().toList();
    }
}
