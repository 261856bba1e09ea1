/** What the simulation and the tests are worth: faults put into the fleet's rules on purpose, each of which must be found. */
@NullMarked
package dev.muster.deploy.mutation;

import org.jspecify.annotations.NullMarked;
