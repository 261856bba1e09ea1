package dev.muster.system.fire;

import module java.base;

/** The agents' record of calls: for each case the times, oldest first. */
final class Calls {

    private final Map<String, List<Instant>> byMessage = new HashMap<>();

    private Calls() {}

    static Calls read(List<Path> files) throws IOException {
        var calls = new Calls();
        for (var file : files) {
            Files.readAllLines(file).forEach(calls::add);
        }
        calls.byMessage.values().forEach(times -> times.sort(null));
        return calls;
    }

    /** Returns when a case was called. */
    List<Instant> of(int number) {
        return byMessage.getOrDefault(SlowSuite.message(number), List.of());
    }

    private void add(String line) {
        int space = line.indexOf(' ');
        byMessage.computeIfAbsent(line.substring(space + 1), _ -> new ArrayList<>())
                .add(Instant.ofEpochMilli(Long.parseLong(line.substring(0, space))));
    }
}
