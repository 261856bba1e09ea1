package dev.muster.coordinator.suite.source;

import module java.base;
import dev.muster.coordinator.suite.source.Node.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a CSV text (RFC 4180) one by one, as objects: the first line names the columns, and each value is a
 * string. Line ends inside quotes become {@code \n}; empty lines are no rows. A row that can't be read is a fault, and
 * reading continues behind it.
 */
public final class CsvStream implements NodeStream {

    /** Maximum characters of a row: those of a case. */
    private static final int LARGEST = 16 << 20;
    private static final int MOST_SHOWN = 40;
    /** Limit of faulty rows: the user fixes the first ones, and a file of another type has a million. */
    private static final int MOST_FAULTY = 1_000;

    private final Lines lines;
    private final Faults faults;
    private String line = "";
    private int at;
    private int size;
    private @Nullable List<String> columns;
    private boolean unnamed;
    private int faulty;
    private boolean reportedMalformed;
    private boolean ended;

    /** @param faults receives what is wrong with the text; flushed row by row */
    public CsvStream(InputStream bytes, Faults faults) {
        this.lines = new Lines(bytes);
        this.faults = faults;
    }

    /** Returns the names of the columns; empty when the text has no line. */
    public List<String> columns() throws IOException {
        if (columns == null) {
            columns = List.of();
            var header = record();
            columns = header == null ? List.of() : names(header);
            unnamed = faults.pending() > 0;
            faults.flush();
        }
        return columns;
    }

    @Override
    public @Nullable Node next() throws IOException {
        int named = columns().size();
        for (var cells = record(); cells != null; cells = record()) {
            if (cells.size() != named && faults.pending() == 0) {
                faults.add(new Position(cells.getFirst().at().line(), 1),
                        "this row has " + counted(cells.size(), "value")
                                + ", and the first line names " + counted(named, "column")
                                + "; put quotes around a value with a comma");
            }
            boolean valid = faults.flush();
            if (valid && !unnamed) {
                return row(cells);
            }
            faulty += valid ? 0 : 1;
            ended |= faulty == MOST_FAULTY;
        }
        faults.flush();
        return null;
    }

    private Node.Obj row(List<Scalar> cells) {
        var members = new LinkedHashMap<String, Node.Member>();
        for (int i = 0; i < cells.size(); i++) {
            members.put(Objects.requireNonNull(columns).get(i), new Node.Member(cells.get(i).at(), cells.get(i)));
        }
        return new Node.Obj(members, new Position(cells.getFirst().at().line(), 1));
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Returns the names of the columns, without spaces around them. */
    private List<String> names(List<Scalar> header) {
        var places = new HashMap<String, Integer>();
        var names = new ArrayList<String>();
        for (var cell : header) {
            var name = cell.text().strip();
            names.add(name);
            var earlier = places.putIfAbsent(name, names.size());
            if (name.isEmpty()) {
                faults.add(cell.at(), "column " + names.size() + " has no name; the first line names the columns");
            } else if (earlier != null) {
                faults.add(cell.at(), "the column '" + name + "' appears twice: it is column " + earlier + " and "
                        + names.size());
            }
        }
        if (names.size() == 1 && (names.getFirst().contains(";") || names.getFirst().contains("\t"))) {
            faults.add(header.getFirst().at(), "the first line has one column; commas separate columns, not "
                    + (names.getFirst().contains(";") ? "semicolons" : "tabs"));
        }
        return names;
    }

    /** Returns the values of the next row; null at the end. */
    private @Nullable List<Scalar> record() throws IOException {
        try {
            do {
                if (ended || !nextLine()) {
                    return null;
                }
            } while (line.isEmpty());
            size = 0;
            var cells = new ArrayList<Scalar>();
            do {
                cells.add(cell());
            } while (at++ < line.length());
            return ended ? null : cells;
        } catch (LineTooLong trouble) {
            ended = true;
            faults.add(new Position(lines.number() + 1, 1), LineTooLong.SENTENCE);
            return null;
        }
    }

    /** Reads a value up to the comma behind it, or the end of its line. */
    private Scalar cell() throws IOException {
        var start = new Position(lines.number(), at + 1);
        if (line.startsWith("\"", at)) {
            var text = quoted(start);
            int comma = end();
            if (comma > at) {
                faults.add(new Position(lines.number(), at + 1), "the value in quotes ends before "
                        + shown(line.substring(at, comma)) + "; write a quote inside quotes as \"\"");
            }
            at = comma;
            return new Scalar(ScalarType.STRING, text, start);
        }
        int from = at;
        at = end();
        return new Scalar(ScalarType.STRING, line.substring(from, at), start);
    }

    private int end() {
        int comma = line.indexOf(',', at);
        return comma < 0 ? line.length() : comma;
    }

    /** Reads a value in quotes, which may have several lines, and stops behind its last quote. */
    private String quoted(Position start) throws IOException {
        var text = new StringBuilder();
        at++;
        while (true) {
            int quote = line.indexOf('"', at);
            text.append(line, at, quote < 0 ? line.length() : quote);
            boolean isDoubled = quote >= 0 && line.startsWith("\"", quote + 1);
            if (quote >= 0 && !isDoubled) {
                at = quote + 1;
                return text.toString();
            }
            text.append(isDoubled ? '"' : '\n');
            at = quote + 2;
            if (quote < 0 && (text.length() > LARGEST || !nextLine())) {
                ended = true;
                at = line.length();
                faults.add(start, "the value in quotes that begins here has no end"
                        + (text.length() > LARGEST ? " within " + (LARGEST >> 20) + " million characters" : ""));
                return "";
            }
        }
    }

    /** Moves to the next line, which then has no line end. */
    private boolean nextLine() throws IOException {
        at = 0;
        boolean more = lines.next();
        var text = lines.text();
        int length = text.length();
        length -= text.endsWith("\n") ? 1 : 0;
        length -= length > 0 && text.charAt(length - 1) == '\r' ? 1 : 0;
        line = text.substring(0, length);
        size += length;
        if (size > LARGEST) {
            size = 0;
            faults.add(new Position(lines.number(), 1), "the row that ends here has more than " + (LARGEST >> 20)
                    + " million characters");
        }
        if (!reportedMalformed) {
            lines.malformed().ifPresent(where -> {
                reportedMalformed = true;
                faults.add(where, "this is not UTF-8; save the file as UTF-8");
            });
        }
        return more;
    }

    private static String shown(String text) {
        return '"' + (text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN - 1) + "…") + '"';
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
