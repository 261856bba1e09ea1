package dev.muster.common.config;

import module java.base;
import dev.muster.common.option.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The default judge of assertions that name none.
 *
 * @param judge of rubrics: an agent or a connector; null when the file sets none
 * @param embeddings a connector; null when the file sets none
 */
public record Judging(@Nullable Reference judge, @Nullable String embeddings) {

    public static final Judging NONE = new Judging(null, null);
}
