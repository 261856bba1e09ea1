/** The project's configuration ({@code muster.yaml}) as records; secrets stay names until they are used. */
@NullMarked
package dev.muster.common.config;

import org.jspecify.annotations.NullMarked;
