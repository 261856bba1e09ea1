/** What surrounds a conversation: the files it needs, its hooks and their variables, its scripts. */
@NullMarked
package dev.muster.worker.setup;

import org.jspecify.annotations.NullMarked;
