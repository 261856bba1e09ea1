package dev.muster.coordinator.suite.source;

import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.parser.Parser;

/** Rejects YAML that is nested too deeply, before the recursive composer overflows the stack. */
final class ShallowParser implements Parser {

    private final Parser parser;
    private final int deepest;
    private int depth;

    ShallowParser(Parser parser, int deepest) {
        this.parser = parser;
        this.deepest = deepest;
    }

    @Override
    public boolean checkEvent(Event.ID kind) {
        return parser.checkEvent(kind);
    }

    @Override
    public Event peekEvent() {
        return parser.peekEvent();
    }

    @Override
    public Event next() {
        var event = parser.next();
        if (event instanceof CollectionStartEvent && ++depth > deepest) {
            throw new ParserException("it nests deeper than " + deepest + " levels", event.getStartMark());
        }
        if (event instanceof CollectionEndEvent) {
            depth--;
        }
        return event;
    }

    @Override
    public boolean hasNext() {
        return parser.hasNext();
    }
}
