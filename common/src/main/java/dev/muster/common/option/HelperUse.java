package dev.muster.common.option;

import dev.muster.common.json.AsWritten;

/**
 * A case's use of a simulator, validator or script.
 *
 * @param options options sent to it; their metadata overrides Muster's, except for the names of test and session
 */
public record HelperUse(@AsWritten Reference use, Options options) {}
