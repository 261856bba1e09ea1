package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.common.template.LiteralText;
import dev.muster.common.template.RowNames;
import dev.muster.common.template.RowPiece;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Node.Scalar;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.ScalarType;

/**
 * A case with <code>${row.NAME}</code> in its texts. What a row puts there is taken literally: it is not expanded
 * again, not even together with the text around it.
 */
final class RowTemplate {

    /** Maximum characters that a row may put into a case: those of the largest case. */
    static final int LARGEST = 16 << 20;

    private final Node.Obj written;
    private final IdentityHashMap<Scalar, List<RowPiece>> texts = new IdentityHashMap<>();
    private final Set<Position> places = new HashSet<>();
    private int size;
    private boolean marked;

    RowTemplate(Node.Obj written) {
        this.written = written;
        written.scalars().filter(scalar -> scalar.string() != null && RowNames.areIn(scalar.text()))
                .forEach(scalar -> {
                    texts.put(scalar, RowNames.pieces(scalar.text()));
                    places.add(scalar.at());
                });
    }

    /** Whether a fault at this position comes from a value of a row. */
    boolean fills(Position at) {
        return places.contains(at);
    }

    /** Returns the names in its texts, each once. */
    Stream<String> names() {
        return texts.values().stream().flatMap(List::stream)
                .mapMulti((RowPiece piece, Consumer<String> to) -> {
                    if (piece instanceof RowPiece.Name(var name)) {
                        to.accept(name);
                    }
                }).distinct();
    }

    /** Reports each name that is no column. */
    void check(Table table, Faults faults) {
        texts.forEach((scalar, pieces) -> pieces.forEach(piece -> {
            if (piece instanceof RowPiece.Name(var name) && !table.columns().contains(name)) {
                faults.add(scalar.at(), "unknown column '" + name + "' in ${row." + name + "}"
                        + faults.hint(name, table.columns()) + "; " + table.file() + " has " + table.shownColumns());
            }
        }));
        checkSpelling(written, faults);
    }

    /** Reports what looks like a name of a column and would be sent as it is written. */
    private static void checkSpelling(Node node, Faults faults) {
        switch (node) {
            case Scalar scalar when scalar.string() != null -> RowNames.misspelled(scalar.text()).ifPresent(
                    wrong -> faults.add(scalar.at(),
                            "'" + wrong + "' is not a column; write ${row.NAME}, without spaces"));
            case Scalar _ -> {
            }
            case Node.Items(var nodes, var _) -> nodes.forEach(each -> checkSpelling(each, faults));
            case Node.Obj object -> object.members().forEach((name, member) -> {
                if (RowNames.areIn(name)) {
                    faults.add(member.at(), "a row can't name a key; write ${row.…} in values only");
                }
                checkSpelling(member.value(), faults);
            });
        }
    }

    /** Returns the case of a row; its {@link #size} may be too large, and then it is not complete. */
    Node.Obj fill(Map<String, Node> row) {
        size = 0;
        marked = false;
        return (Node.Obj) fill(written, row);
    }

    /** Returns how many characters the last row put into the case. */
    int size() {
        return size;
    }

    /** Whether the last case has marks that must be settled. */
    boolean isMarked() {
        return marked;
    }

    private Node fill(Node node, Map<String, Node> row) {
        return switch (node) {
            case Scalar scalar -> {
                var pieces = texts.get(scalar);
                yield pieces == null ? scalar : filled(scalar, pieces, row);
            }
            case Node.Items(var nodes, var at) -> {
                var filled = nodes.stream().map(each -> fill(each, row)).toList();
                yield isSame(filled, nodes) ? node : new Node.Items(filled, at);
            }
            case Node.Obj(var members, var at) -> {
                var filled = new LinkedHashMap<String, Node.Member>();
                boolean same = true;
                for (var each : members.entrySet()) {
                    var value = fill(each.getValue().value(), row);
                    boolean kept = isSame(List.of(value), List.of(each.getValue().value()));
                    filled.put(each.getKey(), kept ? each.getValue() : new Node.Member(each.getValue().at(), value));
                    same &= kept;
                }
                yield same ? node : new Node.Obj(filled, at);
            }
        };
    }

    @SuppressWarnings("ReferenceEquality") // only what is the same object was not filled
    private static boolean isSame(List<Node> filled, List<Node> written) {
        return IntStream.range(0, written.size()).allMatch(i -> filled.get(i) == written.get(i));
    }

    /** A text that is nothing but a name takes the value with its type. */
    private Node filled(Scalar scalar, List<RowPiece> pieces, Map<String, Node> row) {
        if (pieces.size() == 1 && pieces.getFirst() instanceof RowPiece.Name(var name)) {
            return literal(Objects.requireNonNull(row.get(name)), scalar.at());
        }
        var text = new StringBuilder();
        var literal = new StringBuilder();
        for (var piece : pieces) {
            switch (piece) {
                case RowPiece.Literal(var part) -> literal.append(part);
                case RowPiece.Name(var name) -> {
                    var value = text(Objects.requireNonNull(row.get(name)));
                    if (fits(value)) {
                        literal.append(value);
                    }
                }
                case RowPiece.Kept(var part) -> {
                    text.append(mark(literal.toString())).append(part);
                    literal.setLength(0);
                }
            }
        }
        return new Scalar(ScalarType.STRING, text.append(mark(literal.toString())).toString(), scalar.at());
    }

    private boolean fits(String value) {
        size = (int) Math.min(Integer.MAX_VALUE, (long) size + value.length());
        return size <= LARGEST;
    }

    /** Returns a value at another position. */
    private Node literal(Node value, Position at) {
        return switch (value) {
            case Scalar(var type, var text, _) ->
                new Scalar(type, !fits(text) ? "0" : type == ScalarType.STRING ? mark(text) : text, at);
            case Node.Items(var nodes, _) -> new Node.Items(nodes.stream().map(each -> literal(each, at)).toList(), at);
            case Node.Obj(var members, _) -> {
                var copy = new LinkedHashMap<String, Node.Member>();
                members.forEach((name, member) -> {
                    if (fits(name)) {
                        copy.put(mark(name), new Node.Member(at, literal(member.value(), at)));
                    }
                });
                yield new Node.Obj(copy, at);
            }
        };
    }

    private String mark(String text) {
        var literal = LiteralText.marked(text);
        marked |= literal.length() != text.length();
        return literal;
    }

    private static String text(Node value) {
        return value instanceof Scalar scalar ? scalar.text() : value.json().toString();
    }
}
