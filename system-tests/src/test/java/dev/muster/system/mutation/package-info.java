/** Tests the simulation and the tests: deliberate faults in the fleet's rules, each of which must be found. */
@NullMarked
package dev.muster.system.mutation;

import org.jspecify.annotations.NullMarked;
