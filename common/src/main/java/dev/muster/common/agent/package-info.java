/** One call to an agent, whatever its protocol: a request goes in, a reply or a typed failure comes out. */
@NullMarked
package dev.muster.common.agent;

import org.jspecify.annotations.NullMarked;
