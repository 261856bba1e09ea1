package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import tools.jackson.databind.ObjectWriter;

/**
 * Writes rows of {@code result_details} with PostgreSQL's binary COPY, in which no text needs an escape. PostgreSQL
 * takes in the first rows while the rest is written here.
 */
final class DetailCopy {

    private static final String COPY = """
            COPY result_details (run_day, run_id, number, cell, repeat, detail) FROM STDIN WITH (FORMAT binary)
            """;
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    private static final int COLUMNS = 6;
    private static final int END = -1;
    private static final long FIRST_DAY = LocalDate.of(2000, 1, 1).toEpochDay();
    private static final int CHUNK = 64 << 10;
    private static final ObjectWriter DETAIL = Json.MAPPER.writer();

    private final CopyIn copy;
    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK + (CHUNK >> 2));
    private final DataOutputStream out = new DataOutputStream(chunk);

    private DetailCopy(CopyIn copy) {
        this.copy = copy;
    }

    /** Adds the details of results that have none; returns the results with the size of their details. */
    static StoredBatch add(Connection connection, StoredBatch batch) throws SQLException {
        var copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
        try {
            var sized = new DetailCopy(copy).write((int) (batch.day().toEpochDay() - FIRST_DAY), batch.results());
            copy.endCopy();
            return new StoredBatch(batch.run(), batch.day(), batch.after(), batch.upTo(), sized);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private List<SizedCase> write(int day, List<SizedCase> results) throws IOException, SQLException {
        var sized = new ArrayList<SizedCase>(results.size());
        out.write(SIGNATURE);
        out.writeInt(0);
        out.writeInt(0);
        for (var each : results) {
            var result = each.result().result();
            var sent = result.observed().sent();
            var detail = DETAIL.writeValueAsBytes(
                    sent == null ? result : result.with(result.observed().with(sent.stored())));
            row(day, each.result().ref(), detail);
            sized.add(new SizedCase(each.result(),
                    Math.toIntExact(detail.length + (sent == null || !sent.written() ? 0 : sent.characters()))));
            if (chunk.size() >= CHUNK) {
                send();
            }
        }
        out.writeShort(END);
        send();
        return sized;
    }

    private void row(int day, CaseRef ref, byte[] detail) throws IOException {
        out.writeShort(COLUMNS);
        number(day);
        text(ref.run().getBytes(StandardCharsets.UTF_8));
        number(ref.number());
        number(ref.cell());
        number(ref.repeat());
        text(detail);
    }

    private void number(int value) throws IOException {
        out.writeInt(Integer.BYTES);
        out.writeInt(value);
    }

    private void text(byte[] value) throws IOException {
        out.writeInt(value.length);
        out.write(value);
    }

    private void send() throws SQLException {
        copy.writeToCopy(chunk.toByteArray(), 0, chunk.size());
        chunk.reset();
    }
}
