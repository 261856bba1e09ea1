/** How PostgreSQL carries out the statements of the store, whatever it knows of the tables. */
@NullMarked
package dev.muster.deploy.plans;

import org.jspecify.annotations.NullMarked;
