/** Tests in containers: the archive in a bare root, and a fleet from the compose file. */
@NullMarked
package dev.muster.deploy.containers;

import org.jspecify.annotations.NullMarked;
