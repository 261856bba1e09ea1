/** Tests the product as users run it: real processes, really killed. */
@NullMarked
package dev.muster.system.command;

import org.jspecify.annotations.NullMarked;
