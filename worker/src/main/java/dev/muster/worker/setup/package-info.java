/** What a conversation needs around it: files, hooks and their variables, scripts. */
@NullMarked
package dev.muster.worker.setup;

import org.jspecify.annotations.NullMarked;
