/** The script host's own half: a process that runs JavaScript and TypeScript, and knows nothing else of the product. */
@NullMarked
package dev.muster.common.script.engine;

import org.jspecify.annotations.NullMarked;
