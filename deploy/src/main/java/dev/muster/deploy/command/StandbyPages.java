package dev.muster.deploy.command;

import dev.muster.common.status.StatusPages;
import dev.muster.common.status.StatusPages.Readiness;
import dev.muster.deploy.metrics.Meters;

/** The status pages of a coordinator while another one leads. */
record StandbyPages(Meters meters) implements StatusPages {

    /** Only of this process: the leader has the fleet's metrics. */
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
