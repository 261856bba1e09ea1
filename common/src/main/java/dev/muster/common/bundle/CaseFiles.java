package dev.muster.common.bundle;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Where the files of a run's cases are. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "where")
@JsonSubTypes({@JsonSubTypes.Type(value = CaseFiles.None.class, name = "none"),
    @JsonSubTypes.Type(value = CaseFiles.InPlace.class, name = "in_place"),
    @JsonSubTypes.Type(value = CaseFiles.Bundled.class, name = "bundled")})
public sealed interface CaseFiles {

    /** No case needs any. */
    record None() implements CaseFiles {}

    /**
     * In the project itself: client and worker are one process. No other worker believes it.
     *
     * @param root absolute
     * @param scripts the scripts folder, from the root
     */
    record InPlace(String root, String scripts) implements CaseFiles {}

    /**
     * At the coordinator, by content.
     *
     * @param sha256 of the {@link Bundle}'s own JSON
     */
    record Bundled(String sha256) implements CaseFiles {}
}
