package dev.muster.coordinator.run;

import org.jspecify.annotations.Nullable;

/**
 * Who sent a request.
 *
 * @param name of its token; the owner of the runs that it starts
 * @param address that its connection comes from
 */
public record Requester(String name, Role role, String address) {

    /** The holder of {@code MUSTER_TOKEN}. */
    public static final String ADMIN = "admin";
    /** The holder of {@code MUSTER_WORKER_TOKEN}. */
    public static final String WORKER = "worker";
    /** Anyone, where no token is required. */
    public static final String ANYONE = "anyone";

    /** @param owner null for a run without an owner */
    public boolean mayChangeRunOf(@Nullable String owner) {
        return role == Role.ADMIN || (role == Role.SUBMITTER && name.equals(owner));
    }
}
