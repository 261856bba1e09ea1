package dev.muster.coordinator.run;

import dev.muster.common.json.Json;
import dev.muster.common.model.TestCase;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.SequenceWriter;

/** A suite on its way to a coordinator: the request, then the cases, one JSON value after another. */
public final class SuiteStream implements Iterator<TestCase>, AutoCloseable {

    private final RunRequest request;
    private final MappingIterator<TestCase> cases;

    private SuiteStream(RunRequest request, MappingIterator<TestCase> cases) {
        this.request = request;
        this.cases = cases;
    }

    /** Begins to read; cases are read as they are asked for. */
    public static SuiteStream read(InputStream from) {
        var parser = Json.MAPPER.createParser(from);
        parser.nextToken();
        RunRequest request = Json.MAPPER.readerFor(RunRequest.class)
                .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readValue(parser);
        return new SuiteStream(request, Json.MAPPER.readerFor(TestCase.class).readValues(parser));
    }

    /** Writes a suite in the form that {@link #read} takes. */
    public static void write(RunRequest request, Iterator<TestCase> suite, OutputStream to) throws IOException {
        try (SequenceWriter values = Json.MAPPER.writer().withRootValueSeparator("\n").writeValues(to)) {
            values.write(request);
            suite.forEachRemaining(values::write);
        }
    }

    public RunRequest request() {
        return request;
    }

    @Override
    public boolean hasNext() {
        return cases.hasNext();
    }

    @Override
    public TestCase next() {
        return cases.next();
    }

    @Override
    public void close() {
        cases.close();
    }
}
