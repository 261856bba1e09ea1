/** The AG-UI protocol, 1.1, 1.0 and 0.x: the run input out, the events of a run in, and the rules of their order. */
@NullMarked
package dev.muster.common.agent.agui;

import org.jspecify.annotations.NullMarked;
