package dev.muster.system.fire;

import module java.base;
import dev.muster.system.fire.Blow.Kind;

/**
 * The schedule of kills, drawn from a seed: half of the kills hit workers, three of ten the coordinator, two of ten the
 * broker. Once in every ten kills, the coordinator's connections to PostgreSQL go silent.
 *
 * @param every time between kills
 */
record KillPlan(long seed, Duration every, List<Kill> kills) {

    KillPlan {
        kills = List.copyOf(kills);
    }

    /** @param worker from 1; 0 for another process */
    record Kill(Kind kind, int worker) {

        @Override
        public String toString() {
            return switch (kind) {
                case COORDINATOR_KILLED -> "coordinator";
                case BROKER_KILLED -> "broker";
                case DATABASE_SILENT -> "database (silent)";
                default -> "w" + worker;
            };
        }
    }

    static KillPlan draw(long seed, int kills, Duration every, int workers) {
        var random = new Random(seed);
        var all = new ArrayList<Kill>();
        for (int n = 0; n < kills; n++) {
            all.add(switch (n % 10) {
                case 1, 4, 7 -> new Kill(Kind.COORDINATOR_KILLED, 0);
                case 2, 8 -> new Kill(Kind.BROKER_KILLED, 0);
                default -> new Kill(Kind.WORKER_KILLED, 1 + random.nextInt(workers));
            });
        }
        for (int n = 0; n < kills / 10; n++) {
            all.add(new Kill(Kind.DATABASE_SILENT, 0));
        }
        Collections.shuffle(all, random);
        return new KillPlan(seed, every, all);
    }

    @Override
    public String toString() {
        return "seed " + seed + ", every " + every.toSeconds() + " s: " + kills;
    }
}
