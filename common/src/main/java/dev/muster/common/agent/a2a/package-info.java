/** Agent2Agent: the card says where and in which version to ask; messages out, tasks and artifacts in. */
@NullMarked
package dev.muster.common.agent.a2a;

import org.jspecify.annotations.NullMarked;
