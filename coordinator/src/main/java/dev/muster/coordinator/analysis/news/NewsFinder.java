package dev.muster.coordinator.analysis.news;

import module java.base;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what is new in a stored run. Reads what did not pass on either side, and looks up the other side of each
 * such case by its number; only in a run whose cases have other numbers does it look for their keys.
 */
public final class NewsFinder {

    /** Maximum runs in which a verdict is looked for, newest first, while newer ones have none of the case. */
    private static final int MOST_RUNS = 10;

    /** What a run without a matrix shows as its agent are those of its cases. */
    private static final String OWN = """
            SELECT run_id, run_day, total, cells, agent, string_to_array(agent, ', ') FROM runs
            WHERE run_id = @run AND cells IS NOT NULL
            """;
    private static final String EARLIER = """
            SELECT b.run_id, b.run_day, b.total, b.cells, b.agent, string_to_array(b.agent, ', ')
            FROM runs r JOIN runs b ON b.suite = r.suite
            WHERE r.run_id = @run AND b.whole AND b.state = 'finished' AND b.created_at < r.created_at
                  AND string_to_array(b.agent, ', ') && string_to_array(r.agent, ', ')
                  AND coalesce(b.branch = @branch, @branch::text IS NULL)
                  AND CASE WHEN @own THEN b.project = r.project
                      ELSE (r.project IS NULL OR b.project IS NULL) AND NOT EXISTS (
                           SELECT FROM run_labels WHERE run_id = b.run_id AND name = @label
                               AND value <> @repository) END
            ORDER BY b.created_at DESC LIMIT 100
            """;
    private final Database database;

    public NewsFinder(Database database) {
        this.database = database;
    }

    /**
     * Holds a run against its baseline. Without one, or against a file, there is no news. A gate that counts what is
     * newly failing takes only runs that passed theirs: compared with a run that failed, the same failure would pass.
     */
    public News of(StoredRun run) {
        boolean passedOnly = run.settings().policies().gate().newlyFailing() != null
                && run.settings().about().baseline() == null;
        return of(run, passedOnly ? new PassedRuns(database, this::of) : null);
    }

    private News of(StoredRun run, @Nullable PassedRuns passed) {
        var own = database.list(OWN, NewsSource::of, "run", run.id()).stream().findFirst();
        var past = own.map(mine -> database.transaction(connection -> past(connection, mine, run.settings().about())))
                .orElse(List.of()).stream().filter(each -> passed == null || passed.test(each.run()))
                .limit(MOST_RUNS).toList();
        return past.isEmpty() ? News.NONE : database.transaction(connection -> {
            Database.atOneTime(connection);
            Database.forLargeRuns(connection);
            Database.update(connection, "SET LOCAL jit = off"); // compiling takes longer than looking up
            return new NewsSearch(connection, own.orElseThrow()).news(past);
        });
    }

    /** The runs of its project; those of no project when there are none, as in the time before projects. */
    private static List<NewsSource> past(Connection connection, NewsSource own, About about) throws SQLException {
        var branch = about.comparedBranch().orElse(null);
        if (about.againstFile()) {
            return List.of();
        }
        if (about.baseline() != null) {
            return comparable(own, Database.list(connection, OWN, NewsSource::of, "run", about.baseline()));
        }
        var mine = about.project() == null ? List.<NewsSource>of() : earlier(connection, own, about, branch, true);
        return mine.isEmpty() ? earlier(connection, own, about, branch, false) : mine;
    }

    /** @param inProject runs of its project; else runs of none, and of any if it has none */
    private static List<NewsSource> earlier(Connection connection, NewsSource own, About about, @Nullable String branch,
            boolean inProject) throws SQLException {
        return comparable(own,
                Database.list(connection, EARLIER, NewsSource::of, "run", own.run(), "branch", branch, "own",
                        inProject, "label", About.REPOSITORY, "repository", about.labels().get(About.REPOSITORY)));
    }

    private static List<NewsSource> comparable(NewsSource own, List<NewsSource> runs) {
        return runs.stream().filter(each -> !each.in(own.cells()).isEmpty()).toList();
    }
}
