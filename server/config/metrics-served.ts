// Check of the settings for metrics when a process starts that answers calls or runs jobs.
import type { Config } from './config.ts';
import { StartFailure } from '../start-failure.ts';

/**
 * Throws a StartFailure if a process with these settings would serve no metrics, although a token
 * for them is set. Commands have no ports and need not be told theirs.
 */
export function assertMetricsServed(config: Config): void {
  const { demonstration: demo, metricsPort, metricsToken } = config;
  if (demo || metricsToken === null || metricsPort !== null) return;
  throw new StartFailure('METRICS_TOKEN needs METRICS_PORT: the sites serve no metrics.');
}
