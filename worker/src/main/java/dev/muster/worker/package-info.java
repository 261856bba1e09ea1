/** The worker: takes cases, holds their conversations, checks and reports. */
@NullMarked
package dev.muster.worker;

import org.jspecify.annotations.NullMarked;
