package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads the documents of a YAML 1.2 text (core schema). Expands aliases; rejects a text that they make too large, or
 * that contains itself.
 */
public final class YamlText {

    /** Maximum nodes after alias expansion. */
    static final int MOST_NODES = 200_000;

    private static final int DEEPEST = 100;
    /** Maximum characters of a number: parsing takes quadratic time, and longer ones are not meant as numbers. */
    private static final int LONGEST_NUMBER = 100;

    private static final LoadSettings SETTINGS = LoadSettings.builder().setSchema(new CoreSchema())
            .setAllowRecursiveKeys(false).setMaxAliasesForCollections(1_000).setUseMarks(true).build();

    private final Faults faults;
    private int nodes;

    private YamlText(Faults faults) {
        this.faults = faults;
    }

    /** Returns the readable documents; the others are faults. Never throws because of the text. */
    public static List<Node> read(String text, Faults faults) {
        var parser = parser(text);
        try {
            return new YamlText(faults).documents(parser);
        } catch (MarkedYamlEngineException trouble) {
            var slip = YamlSlips.of(text, trouble, parser.last);
            faults.add(slip.at(), "not YAML: " + slip.sentence());
        } catch (YamlEngineException trouble) {
            faults.add(new Position(1, 1), "not YAML: "
                    + String.valueOf(trouble.getMessage()).lines().findFirst().orElse("it cannot be read"));
        } catch (Refused refused) {
            faults.add(refused.at, refused.sentence);
        }
        return List.of();
    }

    private static ShallowParser parser(String text) {
        return new ShallowParser(new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text)), DEEPEST);
    }

    private List<Node> documents(Parser parser) {
        var found = new ArrayList<Node>();
        new Composer(SETTINGS, parser).forEachRemaining(document -> found.add(node(document, DEEPEST)));
        return found;
    }

    private Node node(org.snakeyaml.engine.v2.nodes.Node yaml, int depthLeft) {
        var at = YamlSlips.position(yaml.getStartMark());
        if (++nodes > MOST_NODES || depthLeft == 0) {
            throw new Refused(at, "aliases make this larger or deeper than a configuration may be");
        }
        return switch (yaml) {
            case MappingNode mapping -> object(mapping, at, depthLeft - 1);
            case SequenceNode sequence ->
                new Node.Items(sequence.getValue().stream().map(item -> node(item, depthLeft - 1)).toList(), at);
            case ScalarNode scalar -> scalar(scalar, at);
            default -> throw new Refused(at, "this kind of YAML is not supported");
        };
    }

    private Node object(MappingNode mapping, Position at, int depthLeft) {
        var members = new LinkedHashMap<String, Node.Member>();
        for (NodeTuple tuple : mapping.getValue()) {
            var keyAt = YamlSlips.position(tuple.getKeyNode().getStartMark());
            var value = node(tuple.getValueNode(), depthLeft);
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                faults.add(keyAt, "a key must be a plain word");
                continue;
            }
            var earlier = members.putIfAbsent(key.getValue(), new Node.Member(keyAt, value));
            if (earlier != null) {
                faults.add(keyAt, "'" + key.getValue() + "' appears twice, first at " + earlier.at());
            }
        }
        return new Node.Obj(members, at);
    }

    private static Node scalar(ScalarNode scalar, Position at) {
        var tag = scalar.getTag();
        var text = scalar.getValue();
        if (tag.equals(Tag.NULL)) {
            return new Node.Scalar(ScalarType.NULL, "null", at);
        }
        if (tag.equals(Tag.BOOL)) {
            return new Node.Scalar(ScalarType.BOOLEAN, text.toLowerCase(Locale.ROOT), at);
        }
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            return number(text).<Node>map(json -> new Node.Scalar(ScalarType.NUMBER, json, at))
                    .orElseGet(() -> new Node.Scalar(ScalarType.STRING, text, at));
        }
        return new Node.Scalar(ScalarType.STRING, text, at);
    }

    /** Returns a number in JSON form; empty for numbers that JSON cannot express (.inf, .nan). */
    private static Optional<String> number(String text) {
        try {
            if (text.length() > LONGEST_NUMBER) {
                return Optional.empty();
            }
            if (text.startsWith("0x")) {
                return Optional.of(new BigInteger(text.substring(2), 16).toString());
            }
            if (text.startsWith("0o")) {
                return Optional.of(new BigInteger(text.substring(2), 8).toString());
            }
            var digits = text.startsWith("+") ? text.substring(1) : text;
            return Double.isFinite(Double.parseDouble(digits)) ? Optional.of(digits)
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static final class Refused extends RuntimeException {
        private final transient Position at;
        private final String sentence;

        Refused(Position at, String sentence) {
            super(sentence, null, false, false);
            this.at = at;
            this.sentence = sentence;
        }
    }

    /** Rejects YAML that is nested too deeply, before the recursive composer overflows the stack. */
    private static final class ShallowParser implements Parser {

        private final Parser parser;
        private final int deepest;
        private int depth;
        /** The scalar that was read last. */
        private @Nullable ScalarEvent last;

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
            last = event instanceof ScalarEvent scalar ? scalar : last;
            return event;
        }

        @Override
        public boolean hasNext() {
            return parser.hasNext();
        }
    }
}
