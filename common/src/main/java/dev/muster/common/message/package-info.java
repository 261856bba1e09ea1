/** The messages between coordinator and workers. Every message contains the fleet's epoch. */
@NullMarked
package dev.muster.common.message;

import org.jspecify.annotations.NullMarked;
