// A Prometheus that reads processes every second and evaluates our alert rules.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../server/database/free-port.ts';

/**
 * Returns the alert rules without their waiting times, over seconds instead of minutes; a
 * transaction of four seconds counts as long.
 */
const hurried = (rules: string) =>
  rules
    .replaceAll(/^ +for: .*\n/gm, '')
    .replaceAll(/\[\d+[mh]\]/g, '[15s]')
    .replace(
      'database_longest_transaction_seconds) > 600',
      'database_longest_transaction_seconds) > 4',
    );

/**
 * Starts Prometheus on a free port, with its data below `folder`. `firing` returns the names of the
 * alerts that fire now.
 */
export async function startPrometheus(folder: string, targets: readonly string[], token: string) {
  const at = join(folder, 'prometheus');
  mkdirSync(at);
  const rules = hurried(readFileSync('deploy/observability/alerts.yaml', 'utf8'));
  writeFileSync(join(at, 'alerts.yaml'), rules);
  writeFileSync(join(at, 'token'), token);
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [
      {
        job_name: 'baixi',
        authorization: { credentials_file: 'token' },
        static_configs: [{ targets: targets.map((url) => new URL(url).host) }],
      },
    ],
  };
  // JSON is valid YAML, so the configuration can be written as JSON.
  writeFileSync(join(at, 'prometheus.yaml'), JSON.stringify(config));
  const port = await freePort();
  const child: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${join(at, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(at, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const firing = async (): Promise<Set<string>> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).catch(() => null);
    if (!answer?.ok) return new Set();
    type Answer = { data: { alerts: { state: string; labels: { alertname: string } }[] } };
    const { data } = (await answer.json()) as Answer;
    const now = data.alerts.filter(({ state }) => state === 'firing');
    return new Set(now.map(({ labels }) => labels.alertname));
  };
  return {
    firing,
    async stop() {
      child.kill('SIGTERM');
      await new Promise((ended) => child.once('close', ended));
    },
  };
}
