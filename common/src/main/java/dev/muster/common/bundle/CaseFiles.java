package dev.muster.common.bundle;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** The location of the files of a run's cases. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "where")
@JsonSubTypes({@JsonSubTypes.Type(value = CaseFiles.None.class, name = "none"),
    @JsonSubTypes.Type(value = CaseFiles.InPlace.class, name = "in_place"),
    @JsonSubTypes.Type(value = CaseFiles.Bundled.class, name = "bundled")})
public sealed interface CaseFiles {

    /** No case needs files. */
    record None() implements CaseFiles {}

    /** In the project itself, for a worker in the client's process; others reject it. The root is absolute. */
    record InPlace(String root, String scripts) implements CaseFiles {}

    /** At the coordinator, under the hash of the {@link Bundle}'s own JSON. */
    record Bundled(String sha256) implements CaseFiles {}
}
