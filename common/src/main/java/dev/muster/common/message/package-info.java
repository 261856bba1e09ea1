/** What coordinator and workers say to each other. Every message names the fleet's epoch. */
@NullMarked
package dev.muster.common.message;

import org.jspecify.annotations.NullMarked;
