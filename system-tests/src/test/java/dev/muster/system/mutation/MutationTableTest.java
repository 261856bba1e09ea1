package dev.muster.system.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

/** Checks that the table of mutations still matches the sources. */
final class MutationTableTest {

    private static final int RULES = 18;

    @Test
    void eachEditIsFoundExactlyOnce() throws IOException {
        var lost = new ArrayList<String>();
        for (var mutation : Mutation.table()) {
            for (var edit : mutation.edits()) {
                long found = Files.exists(edit.path()) ? edit.found(Files.readString(edit.path())) : 0;
                if (found != 1) {
                    lost.add(mutation + ": found " + found + " times in " + edit.file() + ": " + edit.before());
                }
            }
        }

        assertThat(lost).as("mutations that no longer apply; write them anew for the code as it is").isEmpty();
    }

    @Test
    void eachRuleHasOneAndAllAreExpectedSomewhere() {
        var table = Mutation.table();

        assertThat(table).hasSizeGreaterThanOrEqualTo(40);
        assertThat(table).extracting(Mutation::name).doesNotHaveDuplicates();
        assertThat(table).extracting(Mutation::rule).containsAll(IntStream.rangeClosed(1, RULES).boxed().toList());
        assertThat(table).allMatch(row -> row.foundBySimulation() || row.foundByTest() || row.foundByProcesses()
                || row.harmless());
    }
}
