package dev.muster.common.testing;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds the components of a tree of records that contain texts of a kind. Rejects what it can't inspect. */
public final class TextsOf {

    private final Predicate<String> wanted;
    private final Set<String> found = new TreeSet<>();

    private TextsOf(Predicate<String> wanted) {
        this.wanted = wanted;
    }

    /** @return {@code Record.component} of each */
    public static Set<String> in(Record root, Predicate<String> wanted) {
        var texts = new TextsOf(wanted);
        texts.look(root, "");
        return texts.found;
    }

    private void look(@Nullable Object value, String at) {
        switch (value) {
            case null -> {}
            case String text when wanted.test(text) -> found.add(at);
            case Record record -> List.of(record.getClass().getRecordComponents()).forEach(
                    each -> look(valueOf(each, record), record.getClass().getSimpleName() + "." + each.getName()));
            case List<?> list -> list.forEach(each -> look(each, at));
            case Map<?, ?> map -> map.forEach((key, each) -> {
                look(key, at);
                look(each, at);
            });
            case JsonNode node -> {
                node.properties().forEach(each -> {
                    look(each.getKey(), at);
                    look(each.getValue(), at);
                });
                node.values().forEach(each -> look(each, at));
                look(node.isString() ? node.stringValue() : null, at);
            }
            case String _,Number _,Boolean _,Enum<?> _,Instant _,Duration _ -> {}
            default -> throw new IllegalArgumentException(at + " is a " + value.getClass());
        }
    }

    private static @Nullable Object valueOf(RecordComponent component, Record record) {
        try {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
