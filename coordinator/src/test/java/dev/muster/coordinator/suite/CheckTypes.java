package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExternalCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;

/** The assertion types in the code. */
final class CheckTypes {

    /** Oracles that ask a model or database, written as {@code oracle} in suites, and assertions of script tests. */
    private static final Set<Class<?>> WITHOUT_A_NAME = Set.of(HelperCheck.LlmJudge.class,
            ExternalCheck.SqlValidate.class,
            ExternalCheck.InTest.class);

    private CheckTypes() {}

    /** Returns every record of the sealed family with its own name in suites. */
    static List<Class<?>> records() {
        return leaves(Check.class).stream().filter(each -> !WITHOUT_A_NAME.contains(each)).toList();
    }

    private static List<Class<?>> leaves(Class<?> type) {
        var leaves = new ArrayList<Class<?>>();
        for (var each : Objects.requireNonNull(type.getPermittedSubclasses(), type.getName())) {
            leaves.addAll(each.isSealed() ? leaves(each) : List.of(each));
        }
        return leaves.stream().distinct().toList();
    }

    /** Returns a type's name in suites; empty when it has none. */
    static Optional<String> name(Class<?> check) {
        return Check.kinds().entrySet().stream().filter(kind -> kind.getValue() == check).map(Map.Entry::getKey)
                .findFirst();
    }

    static List<String> names() {
        return records().stream().flatMap(check -> name(check).stream()).toList();
    }

    /** Returns the types that are evaluated on the reply alone, without calling a helper. */
    static List<String> evaluated() {
        return records().stream().filter(check -> !HelperCheck.class.isAssignableFrom(check))
                .filter(check -> check != TextCheck.Snapshot.class)
                .flatMap(check -> name(check).stream()).toList();
    }
}
