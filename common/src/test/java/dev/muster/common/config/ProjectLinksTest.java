package dev.muster.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProjectLinksTest {

    @TempDir
    private Path folder;

    private Path root;
    private Path secret;

    @BeforeEach
    void make() throws IOException {
        root = Files.createDirectories(folder.toRealPath().resolve("project"));
        secret = Files.writeString(folder.toRealPath().resolve("secret"), "s");
        Files.createDirectories(root.resolve("tests"));
        Files.writeString(root.resolve("tests/own"), "o");
    }

    private Path link(String name, Path target) throws IOException {
        return Files.createSymbolicLink(root.resolve(name), target);
    }

    @Test
    void linksOutAreFoundHoweverTheyLead() throws IOException {
        link("tests/direct", secret);
        link("tests/relative", Path.of("../../secret"));
        link("tests/chain", Path.of("direct"));
        link("away", folder);
        link("tests/dangling", folder.resolve("not-there"));

        for (var name : List.of("tests/direct", "tests/relative", "tests/chain", "away/secret", "tests/dangling",
                "away/new", "tests/../tests/direct")) {
            assertThat(ProjectLinks.outside(root, root.resolve(name))).as(name).isPresent();
        }
        assertThat(ProjectLinks.outside(root, root.resolve("tests/direct"))).contains(secret);
    }

    @Test
    void whatIsBehindALinkIsResolvedAsTheSystemDoes() throws IOException {
        Files.createDirectories(folder.resolve("documents"));
        link("documents", Path.of("../documents"));
        link("out.md", Path.of("documents/../new-file"));
        link("loop", Path.of("loop"));

        assertThat(ProjectLinks.outside(root, root.resolve("out.md")))
                .contains(folder.toRealPath().resolve("new-file"));
        assertThatThrownBy(() -> ProjectLinks.outside(root, root.resolve("loop"))).isInstanceOf(IOException.class)
                .hasMessageContaining("too many chained links");
    }

    @Test
    void whatStaysInsideOrIsNamedOutsideIsNoLinkOut() throws IOException {
        link("tests/inside", Path.of("own"));
        link("new-target", Path.of("tests/later"));

        for (var path : List.of(root.resolve("tests/own"), root.resolve("tests/inside"), root.resolve("new-target"),
                root.resolve("not/there/yet"), secret)) {
            assertThat(ProjectLinks.outside(root, path)).as("%s", path).isEmpty();
        }
    }

    @Test
    void aRootThatIsReachedThroughALinkIsTheSameRoot() throws IOException {
        var alias = Files.createSymbolicLink(folder.resolve("alias"), root);

        assertThat(ProjectLinks.outside(alias, alias.resolve("tests/own"))).isEmpty();
    }

    @Test
    void aProjectIsKnownByItsSigns() throws IOException {
        var file = link("results.md", secret);
        assertThat(ProjectLinks.outsideOfItsProject(file)).isEmpty();

        Files.createDirectories(root.resolve(".git"));

        assertThat(ProjectLinks.outsideOfItsProject(file)).contains(secret);
    }
}
