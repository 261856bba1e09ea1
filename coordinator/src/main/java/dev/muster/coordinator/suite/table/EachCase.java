package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Node.Scalar;
import org.jspecify.annotations.Nullable;

/** A case with {@code each}: its table and its template. Returns a case for each row, one by one. */
final class EachCase implements AutoCloseable {

    /** Maximum characters that the rows of a table may put into its cases, with the case itself for each row. */
    private static final long MOST_TEXT = 8L << 30;

    private final EachHeader header;
    private final Node.Obj written;
    private final RowTemplate template;
    private final Table table;
    private final RowFaults faults;
    private final int ownSize;
    private boolean checked;
    private boolean faulty;
    private boolean readUnfilled;
    private boolean ended;
    private long text;

    /**
     * @param written the case without the keys of its header
     * @param faulty whether the case has faults already, so that it gets no rows
     */
    EachCase(EachHeader header, Node.Obj written, Table table, RowFaults faults, boolean faulty) {
        this.header = header;
        this.written = written;
        this.template = new RowTemplate(written);
        this.table = table;
        this.faults = faults;
        this.faulty = faulty;
        this.ownSize = size(written);
        if (header.key() != null) {
            table.identifyBy(header.key().text());
        }
    }

    /** Returns the case of the next row; null after the last one. */
    @Nullable
    RowCase next(Faults ofSuite) throws IOException {
        while (!ended && !faults.areTooMany()) {
            var row = table.next();
            check(ofSuite, row == null);
            ended = row == null;
            if (faulty && !readUnfilled) {
                readUnfilled = true;
                return UnreadRows.of(header, written, faults);
            }
            var filled = faulty || row == null ? null : filled(row, ofSuite);
            if (filled != null) {
                return filled;
            }
        }
        if (!faults.areTooMany()) {
            return null;
        }
        ofSuite.add(header.each().at(), "this table has more faults; the rest of it is not read");
        ofSuite.flush();
        return null;
    }

    /** Checks the names when the columns are known, and at the end that there were rows. */
    private void check(Faults ofSuite, boolean ended) {
        if (!checked && !table.columns().isEmpty()) {
            checked = true;
            template.check(table, ofSuite);
            var key = header.key();
            if (key != null && !table.columns().contains(key.text())) {
                ofSuite.add(key.at(), "unknown column '" + key.text() + "'" + ofSuite.hint(key.text(), table.columns())
                        + "; " + table.file() + " has " + table.shownColumns());
            }
        }
        if (ended && table.rows() == 0 && !faults.any()) {
            ofSuite.add(header.each().at(),
                    table.file() + " has no rows, so there is no case; add a row, or remove the case");
        }
        faulty |= !ofSuite.flush();
    }

    private @Nullable RowCase filled(TableRow row, Faults ofSuite) {
        var node = template.fill(row.values());
        var place = table.place(row);
        var shown = (header.key() == null ? "row " + row.id() + ", " : "row '" + row.id() + "', ") + table.file() + ":"
                + row.line();
        text += (long) template.size() + ownSize;
        if (template.size() > RowTemplate.LARGEST || text > MOST_TEXT) {
            faulty = text > MOST_TEXT;
            ofSuite.add(header.each().at(), faulty
                    ? "the cases of this table have more than " + (MOST_TEXT >> 30) + " billion characters together"
                    : "a case is larger than " + (RowTemplate.LARGEST >> 20) + " million characters (" + shown + ")");
            ofSuite.flush();
            return null;
        }
        return new RowCase(header.withId(header.id() + "[" + row.id() + "]", node), header.id(), place,
                template.size() + ownSize, template.isMarked(), faults.of(shown, template));
    }

    private static int size(Node node) {
        return switch (node) {
            case Scalar scalar -> scalar.text().length();
            case Node.Items(var nodes, var _) -> nodes.stream().mapToInt(EachCase::size).sum();
            case Node.Obj object -> object.members().entrySet().stream()
                    .mapToInt(each -> each.getKey().length() + size(each.getValue().value())).sum();
        };
    }

    @Override
    public void close() throws IOException {
        table.close();
    }
}
