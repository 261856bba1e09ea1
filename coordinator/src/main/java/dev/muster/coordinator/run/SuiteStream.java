package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.CompleteJson;
import dev.muster.common.json.Json;
import dev.muster.common.model.TestCase;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MappingIterator;

/** A suite in transit to a coordinator: the request, then the cases, one JSON value after another. */
public final class SuiteStream implements Iterator<CaseDefinition>, AutoCloseable {

    private final RunRequest request;
    private final MappingIterator<TestCase> cases;

    private SuiteStream(RunRequest request, MappingIterator<TestCase> cases) {
        this.request = request;
        this.cases = cases;
    }

    /** Starts to read; cases are read on demand. */
    public static SuiteStream read(InputStream from) {
        var parser = Json.MAPPER.createParser(from);
        parser.nextToken();
        RunRequest request = Json.MAPPER.readerFor(RunRequest.class)
                .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readValue(parser);
        return new SuiteStream(CompleteJson.checked(request, RunRequest.class),
                Json.MAPPER.readerFor(TestCase.class).readValues(parser));
    }

    /** Writes a suite in the format that {@link #read} reads. */
    public static void write(RunRequest request, Iterator<CaseDefinition> suite, OutputStream to) throws IOException {
        try (var out = new BufferedOutputStream(to, 64 << 10)) {
            out.write(Json.MAPPER.writeValueAsBytes(request));
            while (suite.hasNext()) {
                out.write('\n');
                out.write(suite.next().json().getBytes(StandardCharsets.UTF_8));
            }
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
    public CaseDefinition next() {
        return CaseDefinition.of(CompleteJson.checked(cases.next(), TestCase.class));
    }

    @Override
    public void close() {
        cases.close();
    }
}
