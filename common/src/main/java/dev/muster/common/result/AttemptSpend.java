package dev.muster.common.result;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Flat;
import org.jspecify.annotations.Nullable;

/** The tokens used. */
@Flat
public record AttemptSpend(Usage usage, @Nullable HelperSpend helped) {

    public static final AttemptSpend NOTHING = new AttemptSpend(Usage.NONE, null);

    public AttemptSpend {
        Objects.requireNonNull(usage, "usage");
    }
}
