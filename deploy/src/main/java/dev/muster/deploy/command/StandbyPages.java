package dev.muster.deploy.command;

import dev.muster.common.status.Readiness;
import dev.muster.common.status.StatusPages;
import dev.muster.deploy.metrics.Meters;

/** What a coordinator tells of itself while another one leads. */
record StandbyPages(Meters meters) implements StatusPages {

    /** Of its process: a fleet's figures are the leader's. */
    @Override
    public String metrics() {
        return meters.scrape();
    }

    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public Readiness readiness() {
        return Readiness.lacking("standby: another coordinator leads");
    }
}
