/** The script host's process, which runs JavaScript and TypeScript and depends on nothing else of the product. */
@NullMarked
package dev.muster.common.script.engine;

import org.jspecify.annotations.NullMarked;
