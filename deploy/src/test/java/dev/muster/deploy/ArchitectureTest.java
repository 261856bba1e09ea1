package dev.muster.deploy;

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
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Checks architecture rules that a compiler does not know, in the compiled classes of all modules. */
class ArchitectureTest {

    private static final List<String> MODULES = List.of("common", "worker", "coordinator", "mock", "deploy");
    private static final JavaClasses MAIN = compiled("classes");
    private static final JavaClasses TESTS = compiled("test-classes");

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
        walls.put("mock", List.of("common"));
        walls.put("worker", List.of("common"));
        walls.put("coordinator.run", List.of("common"));
        walls.put("coordinator.suite", List.of("common", "coordinator.run"));
        walls.put("coordinator.store", List.of("common", "coordinator.run"));
        walls.put("coordinator.analysis", List.of("common", "coordinator.run", "coordinator.store"));
        walls.put("coordinator.viewer", List.of());
        walls.put("coordinator.report",
                List.of("common", "coordinator.run", "coordinator.suite", "coordinator.analysis",
                        "coordinator.viewer"));
        walls.put("coordinator.client",
                List.of("common", "coordinator.run", "coordinator.suite", "coordinator.report"));
        walls.put("coordinator.server", List.of("common", "coordinator.run", "coordinator.store",
                "coordinator.analysis", "coordinator.viewer"));
        walls.put("deploy", List.of("common", "worker", "coordinator"));
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
        WALLS.forEach((room, known) -> {
            var allowed = Stream.concat(known.stream(), Stream.of(room)).map(each -> "dev.muster." + each + "..")
                    .toArray(String[]::new);
            holds(noClasses().that().resideInAPackage("dev.muster." + room + "..").should().dependOnClassesThat(
                    resideInAPackage("dev.muster..").and(not(resideInAnyPackage(allowed)))));
        });
    }

    @Test
    void packagesFormNoCycle() {
        holds(slices().assignedFrom(new SliceAssignment() {
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
        }).should().beFreeOfCycles());
    }

    /** Only imports tell two types of one name apart, and human readers skip imports. */
    @Test
    void noTwoTypesHaveOneName() {
        var byName = MAIN.stream().filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getSimpleName,
                        Collectors.mapping(JavaClass::getPackageName, Collectors.toSet())));
        byName.values().removeIf(packages -> packages.size() == 1);
        assertThat(byName).isEmpty();
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

    /** From the current build: deploy/target/classes here is worker/target/classes there. */
    private static JavaClasses compiled(String folder) {
        Path deploy = Path.of("").toAbsolutePath();
        Path target = deploy.relativize(location(ArchitectureTest.class).getParent());
        return new ClassFileImporter().importPaths(MODULES.stream()
                .map(module -> deploy.resolveSibling(module).resolve(target).resolve(folder)).filter(Files::isDirectory)
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
