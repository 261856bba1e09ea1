/** Tests of the chart for Kubernetes. */
@NullMarked
package dev.muster.deploy.chart;

import org.jspecify.annotations.NullMarked;
