package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.coordinator.run.SuiteLimits;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.NodeStream;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.SeenIds;
import org.jspecify.annotations.Nullable;

/** The rows of a table, read one by one. What is wrong with a row is a fault of the table's file. */
final class Table implements AutoCloseable {

    private static final int MOST_SHOWN = 10;

    private final NodeStream values;
    private final Faults faults;
    private final String key;
    private final BooleanSupplier enough;
    private final SeenIds keys = new SeenIds();
    private List<String> columns = List.of();
    private Set<String> known = Set.of();
    private @Nullable String column;
    private int rows;

    /**
     * @param faults of the file that has the rows
     * @param key the file's path from the project root, with {@code /}
     * @param enough whether there are so many faults that no further row is read
     */
    Table(NodeStream values, Faults faults, String key, BooleanSupplier enough) {
        this.enough = enough;
        this.values = values;
        this.faults = faults;
        this.key = key;
    }

    /** Names the column with the id of each row; without one, rows are numbered. */
    void identifyBy(String name) {
        column = name;
    }

    /** Sets the names of the columns, which without this are those of the first row. */
    void columns(List<String> names) {
        columns = names;
        known = Set.copyOf(names);
    }

    List<String> columns() {
        return columns;
    }

    /** Returns the names of the columns for a message. */
    String shownColumns() {
        return columns.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
                + (columns.size() > MOST_SHOWN ? ", …" : "");
    }

    /** Returns the name of the file that has the rows, in messages. */
    String file() {
        return faults.file();
    }

    /** Returns how many rows were read, faulty ones included. */
    int rows() {
        return rows;
    }

    /** Returns where a row is, from the project root. */
    String place(TableRow row) {
        return key + ":" + row.line();
    }

    /** Returns the next row without a fault; null after the last one. */
    @Nullable
    TableRow next() throws IOException {
        for (var value = values.next(); value != null && !enough.getAsBoolean(); value = values.next()) {
            if (++rows > SuiteLimits.MOST_ROWS) {
                faults.add(value.at(), "a table has at most %,d rows".formatted(SuiteLimits.MOST_ROWS));
                faults.flush();
                return null;
            }
            var row = row(value);
            if (faults.flush() && row != null) {
                return row;
            }
        }
        faults.flush();
        return null;
    }

    private @Nullable TableRow row(Node value) {
        if (!(value instanceof Node.Obj object)) {
            faults.add(value.at(), "a row must be an object with a value for each column, not " + value.kind());
            return null;
        }
        if (object.members().isEmpty()) {
            faults.add(value.at(), "this row is empty; a row has a value for each column");
            return null;
        }
        if (columns.isEmpty()) {
            columns(List.copyOf(object.members().keySet()));
        }
        checkColumns(object);
        var id = column == null ? String.valueOf(rows) : known.contains(column) ? id(object, column) : null;
        var values = new LinkedHashMap<String, Node>();
        object.members().forEach((name, member) -> values.put(name, member.value()));
        return id == null ? null : new TableRow(id, object.at().line(), values);
    }

    private void checkColumns(Node.Obj row) {
        row.members().forEach((name, member) -> {
            if (!known.contains(name)) {
                faults.add(member.at(), "unknown column '" + name + "'" + faults.hint(name, columns)
                        + "; the first row has " + shownColumns());
            }
        });
        if (!row.members().keySet().containsAll(known)) {
            columns.stream().filter(name -> !row.members().containsKey(name))
                    .forEach(name -> faults.add(row.at(), "this row has no '" + name
                            + "', which the first row has; every row has the same columns"));
        }
    }

    /** Returns the value that identifies a row; null, with a fault, when it does not. */
    private @Nullable String id(Node.Obj row, String name) {
        var member = row.members().get(name);
        if (member == null) {
            return null; // it has a fault for the missing column
        }
        if (!(member.value() instanceof Node.Scalar scalar) || scalar.isNull()) {
            return faulty(member.value().at(),
                    "'" + name + "' identifies the row, so it must be a string or a number, not "
                            + member.value().kind());
        }
        if (scalar.text().isBlank()) {
            return faulty(scalar.at(), "'" + name + "' identifies the row, so it must not be empty");
        }
        var trouble = SuiteLimits.troubleOfName(scalar.text(), SuiteLimits.LONGEST_ID);
        if (trouble.isPresent()) {
            return faulty(scalar.at(), "'" + name + "' identifies the row, and " + trouble.get());
        }
        var earlier = keys.firstLine(scalar.text(), row.at().line());
        return earlier.isEmpty() ? scalar.text()
                : faulty(scalar.at(), "'" + scalar.text() + "' identifies another row, "
                        + "at line " + earlier.getAsInt() + "; each row needs its own '" + name + "'");
    }

    private @Nullable String faulty(Position at, String sentence) {
        faults.add(at, sentence);
        return null;
    }

    @Override
    public void close() throws IOException {
        values.close();
    }
}
