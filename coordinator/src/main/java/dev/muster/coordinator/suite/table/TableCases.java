package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.common.template.RowNames;
import dev.muster.coordinator.suite.source.CsvStream;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Node.Scalar;
import dev.muster.coordinator.suite.source.NodeStream;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The cases of a file, in which each case with {@code each} is replaced by the cases of the rows of its table, one by
 * one: no table is held in memory.
 */
public final class TableCases implements NodeStream {

    public static final String EACH = "each";
    public static final String KEY = "key";

    private final NodeStream cases;
    private final TableSuite suite;
    private final TableAccess access;
    private final Faults faults;
    private @Nullable EachCase open;
    private @Nullable RowCase row;
    private @Nullable Node ahead;
    private boolean first = true;

    public TableCases(NodeStream cases, TableSuite suite, TableAccess access, Faults faults) {
        this.cases = cases;
        this.suite = suite;
        this.access = access;
        this.faults = faults;
    }

    /** Returns the row that the last value is the case of; null when it is no row's. */
    public @Nullable RowCase row() {
        return row;
    }

    @Override
    public @Nullable Node next() throws IOException {
        row = null;
        while (true) {
            if (open != null) {
                row = open.next(faults);
                if (row != null) {
                    access.grown().accept(row.size());
                    return row.node();
                }
                open.close();
                open = null;
            }
            var node = nextWritten();
            if (!(node instanceof Node.Obj object) || !object.members().containsKey(EACH)) {
                warnOfStray(node);
                return node;
            }
            open = open(object);
            if (row != null) {
                return row.node();
            }
        }
    }

    private @Nullable Node nextWritten() throws IOException {
        var next = ahead == null ? cases.next() : ahead;
        ahead = null;
        return next;
    }

    /** Opens the table of a case; null, with the case as a row, when it can't be read. */
    private @Nullable EachCase open(Node.Obj written) throws IOException {
        var each = Objects.requireNonNull(written.get(EACH));
        int before = faults.pending();
        var rows = new RowFaults();
        var table = table(each, rows);
        var header = header(written, each);
        if (table == null) {
            faults.flush();
            row = UnreadRows.of(header, withoutHeader(written), rows);
            return null;
        }
        return new EachCase(header, withoutHeader(written), table, rows, faults.pending() > before || !faults.flush());
    }

    private @Nullable Table table(Node each, RowFaults rows) throws IOException {
        return switch (each) {
            case Scalar scalar when scalar.string() != null -> file(scalar, rows);
            case Node.Items(var nodes, var _) -> {
                yield new Table(new Listed(nodes.iterator()), rows.ofFile(faults.file(), access.to()), suite.key(),
                        rows::areTooMany);
            }
            case Scalar _,Node.Obj _ -> {
                faults.add(each.at(), "'each' must be the name of a .csv or .jsonl file, or a list of objects, not "
                        + each.kind());
                yield null;
            }
        };
    }

    private @Nullable Table file(Scalar name, RowFaults rows) throws IOException {
        var ending = name.text().toLowerCase(Locale.ROOT);
        boolean csv = ending.endsWith(".csv");
        if (RowNames.areIn(name.text()) || !(csv || ending.endsWith(".jsonl"))) {
            faults.add(name.at(), "'each' names a file that ends in .csv or .jsonl, not '" + name.text() + "'");
            return null;
        }
        var file = access.open().apply(name);
        if (file == null) {
            return null;
        }
        var ofFile = rows.ofFile(file.shown(), access.to());
        if (!csv) {
            return new Table(new JsonStream(file.content(), ofFile), ofFile, file.key(),
                    rows::areTooMany);
        }
        var values = new CsvStream(file.content(), ofFile);
        var table = new Table(values, ofFile, file.key(), rows::areTooMany);
        table.columns(values.columns());
        return table;
    }

    private EachHeader header(Node.Obj written, Node each) throws IOException {
        return new EachHeader(suite.idKey(), id(written), idAt(written), each, key(written));
    }

    private Scalar idAt(Node.Obj written) {
        return written.get(suite.idKey()) instanceof Scalar scalar ? scalar
                : new Scalar(ScalarType.STRING, suite.name(), written.at());
    }

    private String id(Node.Obj written) throws IOException {
        boolean isFirst = first;
        first = false;
        var node = written.get(suite.idKey());
        if (node == null) {
            checkAlone(written.at(), isFirst);
            return suite.name();
        }
        var id = node.string();
        if (id == null) {
            faults.add(node.at(), "'" + suite.idKey() + "' must be a string, not " + node.kind());
        } else if (id.isBlank()) {
            faults.add(node.at(), "'" + suite.idKey() + "' must not be empty");
        } else if (RowNames.areIn(id)) {
            faults.add(node.at(),
                    "'" + suite.idKey() + "' must be the same for all rows: each case gets the key "
                            + "of its row behind it, as in refund[A1]; name the column with 'key'");
        }
        return id == null ? suite.name() : id;
    }

    /** Checks that a case without an id is the only one, as for all cases. */
    private void checkAlone(Position at, boolean isFirst) throws IOException {
        if (suite.mayLackIds()) {
            return;
        }
        int before = faults.pending();
        ahead = isFirst ? cases.next() : ahead;
        if (!isFirst || ahead != null || faults.pending() > before) {
            faults.add(at, "a case needs 'id'");
        }
    }

    private @Nullable Scalar key(Node.Obj written) {
        var node = written.get(KEY);
        if (node == null) {
            if (suite.warns()) {
                faults.warn(Objects.requireNonNull(written.get(EACH)).at(),
                        "the rows of 'each' are numbered, so a new row in the middle gives later rows the history of "
                                + "others; name a column that identifies a row with 'key'");
            }
            return null;
        }
        if (node.string() == null || node.string().isBlank()) {
            faults.add(node.at(), "'key' must be the name of a column");
            return null;
        }
        return (Scalar) node;
    }

    private Node.Obj withoutHeader(Node.Obj written) {
        var members = new LinkedHashMap<>(written.members());
        members.keySet().removeAll(List.of(EACH, KEY, suite.idKey()));
        return new Node.Obj(members, written.at());
    }

    /** A name of a row in a case without rows is sent as it is, which is seldom meant. */
    private void warnOfStray(@Nullable Node node) {
        Stream.ofNullable(node).flatMap(Node::scalars).filter(scalar -> RowNames.areIn(scalar.text()))
                .forEach(scalar -> faults.warn(scalar.at(),
                        "${row.…} has no value here: this case has no 'each'"));
    }

    @Override
    public void close() throws IOException {
        try (cases) {
            if (open != null) {
                open.close();
            }
        }
    }

    /** The rows of a list. */
    private record Listed(Iterator<Node> rows) implements NodeStream {

        @Override
        public @Nullable Node next() {
            return rows.hasNext() ? rows.next() : null;
        }

        @Override
        public void close() {
            // there is nothing open
        }
    }
}
