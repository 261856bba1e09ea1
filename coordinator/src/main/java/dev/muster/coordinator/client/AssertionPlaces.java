package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;

/** Finds where an assertion is written, by reading the file of its case once more: cases keep only their own line. */
final class AssertionPlaces {

    /** A user reads no more faults, and each reads a file. */
    private static final int MOST = 20;
    private static final long LARGEST = 4 << 20;

    private final Path root;
    private int searched;

    /** @param root of the project */
    AssertionPlaces(Path root) {
        this.root = root;
    }

    /** Returns a fault at the case's first assertion of this type, else at the case. */
    Fault fault(TestCase testCase, Assertion assertion, String sentence) {
        var source = testCase.identity().source();
        var at = find(testCase, assertion.check().kind()).orElse(new Position(source.line(), 1));
        return new Fault(source.file(), at.line(), at.column(), "case " + testCase.identity().id() + sentence);
    }

    private Optional<Position> find(TestCase testCase, String kind) {
        var source = testCase.identity().source();
        if (source.line() == 0 || source.wasGenerated() || searched == MOST) {
            return Optional.empty();
        }
        searched++;
        try {
            var path = root.resolve(source.file());
            if (!Files.isRegularFile(path) || Files.size(path) > LARGEST) {
                return Optional.empty();
            }
            var file = new SuiteFile(path, source.file(), source.file(), true);
            try (var values = file.values(Files.newInputStream(path), new Faults(source.file(), _ -> {}))) {
                for (var node = values.next(); node != null; node = values.next()) {
                    var found = objects(node).filter(object -> object.at().line() == source.line()).findFirst()
                            .flatMap(object -> objects(object).flatMap(inner -> place(inner, kind)).findFirst());
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
            return Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns the objects in a value, the outer ones first. */
    private static Stream<Node.Obj> objects(Node node) {
        return switch (node) {
            case Node.Scalar _ -> Stream.of();
            case Node.Items(var nodes, var _) -> nodes.stream().flatMap(AssertionPlaces::objects);
            case Node.Obj object -> Stream.concat(Stream.of(object),
                    object.members().values().stream().flatMap(member -> objects(member.value())));
        };
    }

    /** Returns the place of an assertion of a type: {@code {type: TYPE}} or {@code {TYPE: …}}. */
    private static Stream<Position> place(Node.Obj object, String kind) {
        var type = object.get("type");
        return type != null && isType(String.valueOf(type.string()), kind) ? Stream.of(object.at())
                : object.members().entrySet().stream().filter(member -> isType(member.getKey(), kind))
                        .map(member -> member.getValue().at()).limit(1);
    }

    private static boolean isType(String written, String kind) {
        var type = written.replace('-', '_');
        return type.equals(kind) || type.equals("not_" + kind);
    }
}
