package dev.muster.coordinator.analysis.news;

import module java.base;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A run with its cells, of which those that leave the agent to the cases are one for each agent. */
record NewsSource(String run, LocalDate day, long total, List<NewsCell> cells) {

    static NewsSource of(ResultSet row) throws SQLException {
        var names = (String[]) row.getArray(4).getArray();
        var agents = (String[]) row.getArray(6).getArray();
        var all = row.getString(5);
        var cells = new ArrayList<NewsCell>();
        for (int i = 0; i < names.length; i++) {
            boolean several = agents.length > 1 && names[i].startsWith(all);
            for (var agent : several ? agents : new String[]{all}) {
                cells.add(several ? new NewsCell(i, agent + names[i].substring(all.length()), agent)
                        : new NewsCell(i, names[i], null));
            }
        }
        return new NewsSource(row.getString(1), row.getObject(2, LocalDate.class), row.getLong(3), cells);
    }

    /** Returns its cells by the places of the same ones among others, where those have them. */
    SortedMap<Integer, NewsCell> in(List<NewsCell> others) {
        var places = new TreeMap<Integer, NewsCell>();
        for (int i = 0; i < others.size(); i++) {
            for (var cell : cells) {
                if (cell.name().equals(others.get(i).name())) {
                    places.put(i, cell);
                }
            }
        }
        return places;
    }
}
