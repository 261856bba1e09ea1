package dev.muster.common.assertion.eval;

import module java.base;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import dev.muster.common.time.HeavyWork;
import tools.jackson.databind.JsonNode;

/**
 * A compiled JSON Schema, 2020-12 by default. Fetches nothing, uses RE2 patterns, does not assert {@code format}, and
 * bounds its evaluation. Not thread-safe.
 */
final class JsonSchema {

    /** Limit of keyword evaluations, about a microsecond each. */
    private static final long MOST_STEPS = 500_000;
    /** Maximum nesting of schemas during evaluation. */
    private static final int DEEPEST = 200;
    /** Lists that are not worth looking at. */
    private static final int FEW = 1_000;
    /** Keywords whose content is data. */
    private static final List<String> DATA = List.of("const", "enum", "default", "examples");
    /** The dialects, each loaded once because that takes longer than compiling most schemas. */
    private static final SchemaRegistry DIALECTS = registry(JsonSchema::unbudgeted);

    private final Schema schema;
    private final StepBudget budget;
    private final boolean unique;
    private final Set<SchemaKinds.Kind> kinds;

    private JsonSchema(Schema schema, StepBudget budget, JsonNode source) {
        this.schema = schema;
        this.budget = budget;
        this.unique = !source.findValues("uniqueItems").isEmpty();
        this.kinds = SchemaKinds.of(source);
    }

    static JsonSchema compile(JsonNode source) throws AssertionFault {
        if (!source.isObject() && !source.isBoolean()) {
            throw new AssertionFault("a JSON Schema must be an object, not " + Excerpt.of(source));
        }
        checkPatterns(source);
        var budget = new StepBudget();
        try {
            var schema = registry(pattern -> within(budget, pattern)).getSchema(source);
            schema.initializeValidators();
            meta(schema, source);
            return new JsonSchema(schema, budget, source);
        } catch (ValidationLimitExceededException | LimitExceeded deep) {
            throw new AssertionFault("this JSON Schema can't be used: it is too large, or nests too deep", deep);
        } catch (SchemaException | IllegalArgumentException wrong) {
            throw new AssertionFault("this JSON Schema can't be used: " + wrong.getMessage(), wrong);
        }
    }

    private static SchemaRegistry registry(RegularExpressionFactory patterns) {
        var config = SchemaRegistryConfig.builder().regularExpressionFactory(patterns).locale(Locale.ENGLISH)
                .pathType(PathType.JSON_PATH).formatAssertionsEnabled(false).preloadSchema(true).build();
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaRegistryConfig(config)
                        .schemaLoader(loader -> loader.block(JsonSchema::isForeign)));
    }

    /** The dialects' own patterns are harmless and shared by all threads, so they have no budget. */
    private static RegularExpression unbudgeted(String source) {
        var pattern = pattern(source);
        return text -> pattern.isIn(text, new StepBudget());
    }

    private static RegularExpression within(StepBudget budget, String source) {
        var pattern = pattern(source);
        return text -> pattern.isIn(text, budget);
    }

    private static BoundedPattern pattern(String source) {
        try {
            return BoundedPattern.compile(source);
        } catch (AssertionFault fault) {
            throw new SchemaException(fault);
        }
    }

    /** Whether a reference leads outside; only the dialects, which come with the library, are allowed. */
    private static boolean isForeign(com.networknt.schema.AbsoluteIri iri) {
        return !iri.toString().startsWith("http://json-schema.org/")
                && !iri.toString().startsWith("https://json-schema.org/");
    }

    private static void meta(Schema schema, JsonNode source) throws AssertionFault {
        var dialect = DIALECTS.getSchema(SchemaLocation.of(schema.getSchemaContext().getDialect().getId()));
        var errors = validate(dialect, source);
        if (!errors.isEmpty()) {
            throw new AssertionFault("this is not a JSON Schema: " + words(errors.getFirst()));
        }
    }

    /** Whether it has something to say of values like this one: otherwise it fits whatever it is. */
    boolean concerns(JsonNode value) {
        return kinds.isEmpty() || kinds.contains(SchemaKinds.Kind.of(value));
    }

    /**
     * Returns what is wrong with a value.
     *
     * @throws LimitExceeded when the bounds don't suffice to tell
     */
    Differences trouble(JsonNode value) {
        budget.refill();
        if (unique) {
            checkCollisions(value);
        }
        try {
            var differences = Differences.all();
            validate(schema, value).forEach(error -> differences.add(String.valueOf(error.getInstanceLocation()), null,
                    error.getInstanceNode(), words(error)));
            return differences;
        } catch (LimitExceeded bound) {
            throw new LimitExceeded("but its patterns took more than " + StepBudget.MOST_STEPS
                    + " steps in this reply, which is the limit");
        } catch (ValidationLimitExceededException bound) {
            throw tooManySteps();
        }
    }

    /** {@code uniqueItems} compares each item with all before that have its hash code, which agents can choose. */
    private static void checkCollisions(JsonNode value) {
        if (value.isArray() && value.size() > FEW) {
            var byCode = new HashMap<Integer, Set<String>>();
            long steps = 0;
            for (var item : value) {
                var alike = byCode.computeIfAbsent(item.hashCode(), _ -> new HashSet<>());
                steps += alike.size();
                if (steps > MOST_STEPS) {
                    throw tooManySteps();
                }
                alike.add(item.toString());
                HeavyWork.check();
            }
        }
        value.forEach(JsonSchema::checkCollisions);
    }

    private static LimitExceeded tooManySteps() {
        return new LimitExceeded(
                "but checking the schema took more than " + MOST_STEPS + " steps in this reply, or went"
                        + " more than " + DEEPEST + " schemas deep, which is the limit");
    }

    private static List<Error> validate(Schema schema, JsonNode value) {
        return schema.validate(value, context -> context.executionConfig(
                config -> config.maxEvaluationSteps(MOST_STEPS).maxEvaluationDepth(DEEPEST)));
    }

    private static String words(Error error) {
        return "at " + error.getInstanceLocation() + ", " + error.getMessage();
    }

    /** Finds invalid patterns before compilation, so that the message can name the pattern. */
    private static void checkPatterns(JsonNode schema) throws AssertionFault {
        if (schema.isArray()) {
            for (var item : schema) {
                checkPatterns(item);
            }
        }
        for (var member : schema.properties()) {
            checkMember(member.getKey(), member.getValue());
        }
    }

    private static void checkMember(String name, JsonNode value) throws AssertionFault {
        if (name.equals("pattern") && value.isString()) {
            var _ = BoundedPattern.compile(value.stringValue());
        }
        if (name.equals("patternProperties")) {
            for (var pattern : value.propertyNames()) {
                var _ = BoundedPattern.compile(pattern);
            }
        }
        if (!DATA.contains(name)) {
            checkPatterns(value);
        }
    }
}
