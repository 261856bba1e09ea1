package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.source.Fault;
import org.junit.jupiter.api.Test;

final class BatchingSinkTest {

    private final BytesRead read = new BytesRead();
    private final List<Integer> lines = new ArrayList<>();
    private final Set<Thread> threads = new HashSet<>();

    @Test
    void everythingArrivesInOrderThoughAnotherThreadTakesIt() {
        try (var sink = new BatchingSink(remembering(), read)) {
            IntStream.range(0, 25_500).forEach(line -> {
                read.add(40);
                tell(sink, line);
            });
        }

        assertThat(lines).isEqualTo(IntStream.range(0, 25_500).boxed().toList());
        assertThat(threads).hasSize(2);
    }

    @Test
    void aSmallSuiteNeedsNoOtherThread() {
        try (var sink = new BatchingSink(remembering(), read)) {
            tell(sink, 1);
        }

        assertThat(lines).containsExactly(1);
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void aLargeCaseIsTakenBeforeTheNextIsRead() {
        try (var sink = new BatchingSink(remembering(), read)) {
            tell(sink, 1);
            read.add(2 << 20);
            tell(sink, 2);

            assertThat(lines).containsExactly(1, 2);
        }
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void whatTheSinkThrowsOnItsThreadIsThrownToWhoReads() {
        var full = new IllegalStateException("the disk is full");

        assertThatThrownBy(() -> {
            try (var sink = new BatchingSink(throwing(full), read)) {
                IntStream.range(0, 5_000).forEach(line -> tell(sink, line));
            }
        }).isSameAs(full);
    }

    /** Sends faults and warnings in turn; their lines show the order. */
    private static void tell(SuiteSink sink, int line) {
        var found = new Fault("t.jsonl", line, 1, "text");
        if (line % 2 == 0) {
            sink.fault(found);
        } else {
            sink.warning(found);
        }
    }

    private SuiteSink remembering() {
        return new SuiteSink() {
            @Override
            public void accept(TestCase testCase) {
                throw new AssertionError(testCase);
            }

            @Override
            public void fault(Fault fault) {
                threads.add(Thread.currentThread());
                lines.add(fault.line());
            }

            @Override
            public void warning(Fault warning) {
                fault(warning);
            }
        };
    }

    private static SuiteSink throwing(RuntimeException trouble) {
        return new SuiteSink() {
            @Override
            public void accept(TestCase testCase) {
                throw trouble;
            }

            @Override
            public void fault(Fault fault) {
                throw trouble;
            }
        };
    }
}
