package dev.muster.system.fire;

import module java.base;

/** The outcome of a run under fire, for human readers: on standard output and in {@code target/fire}. */
record FireReport(String name, Reckoning reckoning, List<Recovery> recoveries, Instant began) {

    void publish() throws IOException {
        var text = text();
        System.out.println(text);
        var folder = Files.createDirectories(Path.of("target", "fire"));
        Files.writeString(folder.resolve(name + ".txt"), text);
    }

    private String text() {
        var lines = new ArrayList<String>();
        var run = reckoning.stored().run();
        lines.add("== " + name + ": " + reckoning.cases() + " cases, " + run.state().wire() + ", " + run.counts());
        lines.add(String.format(Locale.ROOT, "%8s  %-20s %-12s %9s %10s %9s", "at", "blow", "part", "held", "again",
                "limit"));
        recoveries.forEach(recovery -> lines.add(line(recovery)));
        var repeats = reckoning.repeats();
        lines.add("calls beyond each case's first: " + repeats.all() + " (held by lost workers " + repeats.workers()
                + ", broker away longer than the lease " + repeats.away() + ", on their way at a coordinator's death "
                + repeats.coordinators() + ", unexplained " + repeats.unexplained() + ")");
        return String.join("\n", lines) + "\n";
    }

    private String line(Recovery recovery) {
        var blow = recovery.blow();
        return String.format(Locale.ROOT, "%8s  %-20s %-12s %9d %10s %9s%s",
                seconds(Duration.between(began, blow.at())),
                blow.kind().name().toLowerCase(Locale.ROOT), blow.part(), recovery.held(),
                recovery.after().map(FireReport::seconds).orElse("-"), seconds(recovery.limit()),
                recovery.isInTime() ? "" : "  LATE");
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
