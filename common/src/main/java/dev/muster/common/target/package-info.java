/** Agents ready to be called: endpoints with the environment substituted, and the documents for helpers. */
@NullMarked
package dev.muster.common.target;

import org.jspecify.annotations.NullMarked;
