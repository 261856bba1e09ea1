package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.ProjectScope;
import org.jspecify.annotations.Nullable;

/**
 * The projects of the stored runs.
 *
 * @param fleet whose runs; null for all
 */
public record ProjectTable(Database database, @Nullable String fleet) {

    /** The runs of a {@link ProjectScope}; those of before projects belong to no repository but this. */
    public static final String IN_SCOPE = """
            (@everything OR runs.project IS NOT DISTINCT FROM @project::text
             OR (@older AND runs.project IS NULL AND (@suites::text[] IS NULL OR suite IS NULL OR suite = ANY (@suites::text[]))
                 AND NOT EXISTS (SELECT FROM run_labels l WHERE l.run_id = runs.run_id AND l.name = '$REPOSITORY'
                                 AND l.value <> @project::text)))
            """.replace("$REPOSITORY", About.REPOSITORY);

    private static final int MOST_NAMES = 200;
    private static final int MOST_SUITES = 1_000;
    private static final String HAS_RUNS = """
            SELECT EXISTS (SELECT FROM runs WHERE project = @project AND (@fleet::text IS NULL OR fleet = @fleet)
                           AND state <> 'preparing')
            """;
    private static final String OLDER = """
            SELECT DISTINCT ON (suite) suite, (settings -> 'inputs')::text AS inputs FROM runs
            WHERE project IS NULL AND suite IS NOT NULL AND (@fleet::text IS NULL OR fleet = @fleet)
            ORDER BY suite, created_at DESC LIMIT @atMost
            """;
    private static final String NAMES = """
            WITH RECURSIVE names AS (
                (SELECT min(project) AS name FROM runs)
                UNION ALL
                SELECT (SELECT min(project) FROM runs WHERE project > names.name) FROM names WHERE names.name IS NOT NULL)
            SELECT name FROM names WHERE name IS NOT NULL LIMIT @atMost
            """;

    /** A suite of runs that have no project. */
    public record OldSuite(String hash, List<String> inputs) {}

    public boolean hasRuns(String project) {
        return database.list(HAS_RUNS, row -> row.getBoolean(1), "project", project, "fleet", fleet).getFirst();
    }

    /** Returns the names of all projects, in their order. */
    public List<String> names() {
        return database.list(NAMES, row -> row.getString(1), "atMost", MOST_NAMES);
    }

    /** Returns the suites of runs without a project. */
    public List<OldSuite> older() {
        return database.list(OLDER, row -> new OldSuite(row.getString(1),
                List.of(Json.MAPPER.readValue(row.getString(2), String[].class))), "fleet", fleet, "atMost",
                MOST_SUITES);
    }

    /** Returns the scope of a project: with the runs of before while it has none of its own. */
    public ProjectScope scope(@Nullable String project) {
        return project == null || hasRuns(project) ? ProjectScope.of(project)
                : ProjectScope.of(project).withOlder(null);
    }
}
