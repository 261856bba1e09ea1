package dev.muster.system;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.muster.coordinator.run.StoredRun;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks architecture rules that a compiler does not know, in the compiled classes of all modules. */
class ArchitectureTest {

    private static final List<String> MODULES = List.of("common", "worker", "coordinator", "cli");
    private static final JavaClasses MAIN = compiled(MODULES, "classes");
    private static final JavaClasses TESTS = compiled(Stream.concat(MODULES.stream(),
            Stream.of("bench", "deploy", "system-tests")).toList(), "test-classes");

    @Test
    void everyModuleIsLookedAt() {
        for (String module : MODULES) {
            assertThat(MAIN.containPackage("dev.muster." + module)).as(module).isTrue();
        }
    }

    /** The walls of ARCHITECTURE.md: a room may use itself and the rooms in its row. */
    private static final Map<String, List<String>> WALLS = walls();

    private static Map<String, List<String>> walls() {
        var walls = new LinkedHashMap<String, List<String>>();
        walls.put("common", List.of());
        walls.put("worker", List.of("common"));
        walls.put("coordinator.run", List.of("common"));
        walls.put("coordinator.suite", List.of("common", "coordinator.run"));
        walls.put("coordinator.store", List.of("common", "coordinator.run"));
        walls.put("coordinator.analysis", List.of("common", "coordinator.run", "coordinator.store"));
        walls.put("coordinator.pages.assets", List.of());
        walls.put("coordinator.report",
                List.of("common", "coordinator.run", "coordinator.suite", "coordinator.analysis",
                        "coordinator.pages.assets"));
        walls.put("coordinator.pages.api",
                List.of("common", "coordinator.run", "coordinator.suite", "coordinator.store",
                        "coordinator.analysis", "coordinator.report"));
        walls.put("coordinator.client",
                List.of("common", "coordinator.run", "coordinator.suite", "coordinator.report"));
        walls.put("coordinator.server", List.of("common", "coordinator.run", "coordinator.store",
                "coordinator.analysis", "coordinator.pages.api", "coordinator.pages.assets"));
        walls.put("cli", List.of("common", "worker", "coordinator"));
        return walls;
    }

    private static String room(JavaClass type) {
        var name = type.getPackageName() + ".";
        return WALLS.keySet().stream().filter(room -> name.startsWith("dev.muster." + room + ".")).findFirst()
                .orElse("");
    }

    @Test
    void everyClassStandsInARoom() {
        assertThat(MAIN).allSatisfy(type -> assertThat(room(type)).as(type.getName()).isNotEmpty());
    }

    @Test
    void aRoomKnowsOnlyWhatItsRowSays() {
        WALLS.keySet().forEach(room -> holds(wall(room)));
    }

    private static ArchRule wall(String room) {
        var allowed = Stream.concat(known(room).stream(), Stream.of(room)).map(each -> "dev.muster." + each + "..")
                .toArray(String[]::new);
        return noClasses().that().resideInAPackage("dev.muster." + room + "..").should().dependOnClassesThat(
                resideInAPackage("dev.muster..").and(not(resideInAnyPackage(allowed))));
    }

    /** For each two rooms, a class of the one that uses a class of the other. */
    @Test
    void aClassThatBreaksAWallIsFound(@TempDir Path folder) throws IOException {
        var sources = new ArrayList<String>();
        WALLS.keySet().forEach(room -> {
            sources.add("package dev.muster." + room + "; public class Used {}");
            others(room).forEach(other -> sources.add("package dev.muster.%s; class %s { dev.muster.%s.Used used; }"
                    .formatted(room, user(other), other)));
        });
        var intruders = compiled(folder, sources.toArray(String[]::new));
        WALLS.keySet().forEach(room -> assertThat(wall(room).evaluate(intruders).getFailureReport().getDetails())
                .hasSameSizeAs(others(room).filter(other -> !knows(room, other)).toList())
                .allSatisfy(detail -> assertThat(others(room).filter(other -> !knows(room, other)))
                        .anyMatch(other -> detail.contains("." + user(other) + "."))));
    }

    private static List<String> known(String room) {
        return WALLS.getOrDefault(room, List.of());
    }

    private static Stream<String> others(String room) {
        return WALLS.keySet().stream().filter(other -> !other.equals(room));
    }

    private static boolean knows(String room, String other) {
        return known(room).stream().anyMatch(known -> (other + ".").startsWith(known + "."));
    }

    private static String user(String other) {
        return "UserOf_" + other.replace('.', '_');
    }

    /** Who may talk to a database over JDBC. */
    private static final List<String> SQL = List.of("coordinator.store", "coordinator.analysis",
            "coordinator.pages.api",
            "worker.sql",
            "cli.embedded");

    @Test
    void onlyFewRoomsUseJdbc() {
        holds(sql());
    }

    @Test
    void jdbcElsewhereIsFound(@TempDir Path folder) throws IOException {
        var classes = compiled(folder, Stream.concat(SQL.stream(), Stream.of("coordinator.server"))
                .map(room -> "package dev.muster.%s; class User { java.sql.Connection used; }".formatted(room))
                .toArray(String[]::new));

        assertThat(sql().evaluate(classes).getFailureReport().getDetails()).singleElement().asString()
                .contains("dev.muster.coordinator.server.User");
    }

    private static ArchRule sql() {
        return noClasses().that().resideOutsideOfPackages(
                SQL.stream().map(room -> "dev.muster." + room + "..").toArray(String[]::new)).should()
                .dependOnClassesThat().resideInAnyPackage("java.sql..", "javax.sql..");
    }

    @Test
    void packagesFormNoCycle() {
        holds(noCycle());
    }

    @Test
    void aCycleThroughAModulesRootIsFound(@TempDir Path folder) throws IOException {
        var broken = compiled(folder,
                "package dev.muster.cli; public class Root { dev.muster.cli.command.Inner inner; }",
                "package dev.muster.cli.command; public class Inner { dev.muster.cli.Root root; }");

        assertThat(noCycle().evaluate(broken).getFailureReport().getDetails()).isNotEmpty();
    }

    private static ArchRule noCycle() {
        return slices().assignedFrom(new SliceAssignment() {
            @Override
            public String getDescription() {
                return "every package by its full name, module roots included";
            }

            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return type.getPackageName().startsWith("dev.muster.")
                        ? SliceIdentifier.of(type.getPackageName())
                        : SliceIdentifier.ignore();
            }
        }).should().beFreeOfCycles();
    }

    /** Only imports tell two types of one name apart, and human readers skip imports. */
    @Test
    void noTwoTypesHaveOneName() {
        assertThat(sharedNames(MAIN)).isEmpty();
    }

    @Test
    void twoTypesOfOneNameAreFound(@TempDir Path folder) throws IOException {
        var broken = compiled(folder, "package dev.muster.worker; class Frames {}",
                "package dev.muster.common.script; class Frames {}", "package dev.muster.common; class Other {}");

        assertThat(sharedNames(broken)).containsOnlyKeys("Frames");
    }

    private static Map<String, Set<String>> sharedNames(JavaClasses classes) {
        var byName = classes.stream().filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getSimpleName,
                        Collectors.mapping(JavaClass::getPackageName, Collectors.toSet())));
        byName.values().removeIf(packages -> packages.size() == 1);
        return byName;
    }

    /** @param sources one top-level type each */
    private static JavaClasses compiled(Path folder, String... sources) throws IOException {
        var files = new ArrayList<String>();
        for (var source : sources) {
            var file = Files.createTempDirectory(folder, "source")
                    .resolve(source.replaceFirst(".* class (\\w+) .*", "$1") + ".java");
            files.add(Files.writeString(file, source).toString());
        }
        var classes = Files.createDirectory(folder.resolve("classes"));
        var words = Stream.concat(Stream.of("-d", classes.toString()), files.stream()).toArray(String[]::new);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, words)).isZero();
        return new ClassFileImporter().importPath(classes);
    }

    /** An agent's answer can make a backtracking matcher run for hours; RE2/J never does. */
    @Test
    void assertionsMatchWithoutBacktracking() {
        var assertions = noClasses().that().resideInAnyPackage("dev.muster.common.assertion..");
        holds(assertions.should().dependOnClassesThat().resideInAPackage("java.util.regex.."));
        for (String method : List.of("matches", "replaceAll", "replaceFirst", "split", "splitWithDelimiters")) {
            holds(noClasses().that()
                    .resideInAnyPackage("dev.muster.common.assertion..")
                    .should()
                    .callMethodWhere(target(owner(JavaClass.Predicates.type(String.class))).and(target(name(method)))));
        }
    }

    /** Wait for a condition or use the injected clock. */
    @Test
    void nobodySleeps() {
        ArchRule rule = noClasses().should()
                .callMethodWhere(target(owner(JavaClass.Predicates.type(Thread.class))).and(target(name("sleep"))));
        holds(rule);
        rule.allowEmptyShould(true).check(TESTS);
    }

    @Test
    void namesSayWhatAClassIs() {
        holds(noClasses().should().haveNameMatching(".*(Manager|Helper|Utils|Util|Impl)(\\$.*)?"));
    }

    /** What belongs together travels together; of twenty values in a row, one is forgotten or mistaken for another. */
    @Test
    void noRecordHasMoreThanTenComponents() {
        holds(classes().that().areRecords().and().doNotHaveFullyQualifiedName(StoredRun.class.getName())
                .should(haveTenComponentsAtMost()));
        var wide = classes().that().areRecords().should(haveTenComponentsAtMost())
                .evaluate(new ClassFileImporter().importClasses(Wide.class, Narrow.class));
        assertThat(wide.getFailureReport().getDetails()).singleElement().asString().contains("Wide").contains("11");
    }

    private record Wide(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k) {}

    private record Narrow(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {}

    @Test
    void everyPackageIsNullMarked() {
        holds(classes().should(resideInANullMarkedPackage()));
    }

    private static void holds(ArchRule rule) {
        rule.allowEmptyShould(true).check(MAIN);
    }

    /** From the current build: system-tests/target/test-classes here is worker/target/classes there. */
    private static JavaClasses compiled(List<String> modules, String folder) {
        Path here = Path.of("").toAbsolutePath();
        Path target = here.relativize(location(ArchitectureTest.class).getParent());
        return new ClassFileImporter().importPaths(modules.stream()
                .map(module -> here.resolveSibling(module).resolve(target).resolve(folder)).filter(Files::isDirectory)
                .toList());
    }

    private static Path location(Class<?> type) {
        return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    private static ArchCondition<JavaClass> haveTenComponentsAtMost() {
        return new ArchCondition<>("have ten components at most") {

            @Override
            public void check(JavaClass javaClass, ConditionEvents events) {
                long components = javaClass.getFields().stream()
                        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC)).count();
                events.add(new SimpleConditionEvent(javaClass, components <= 10,
                        javaClass.getName() + " has " + components));
            }
        };
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package whose package-info.java says @NullMarked") {

            @Override
            public void check(JavaClass javaClass, ConditionEvents events) {
                boolean marked = javaClass.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(javaClass, marked,
                        javaClass.getPackageName() + " (of " + javaClass.getSimpleName() + ")"));
            }
        };
    }
}
