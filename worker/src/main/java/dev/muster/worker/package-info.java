/** The worker: takes cases, plays their conversations, checks and reports. */
@NullMarked
package dev.muster.worker;

import org.jspecify.annotations.NullMarked;
