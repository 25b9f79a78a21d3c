// Tests that rules and boards name only metrics that exist, and that each alert has its entry in
// the runbook. Prometheus checks the rules themselves where it is installed.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { definitions } from '../server/telemetry/definitions.ts';
import { metricOf } from './exposition.ts';

const folder = 'deploy/observability';
type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
type Panel = { id: number; title: string; type: string; targets: { expr: string }[] };
type Board = { uid: string; title: string; panels: Panel[]; templating: { list: object[] } };

const read = (file: string) => readFileSync(file, 'utf8');
const { groups } = parse(read(`${folder}/alerts.yaml`)) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const files = globSync(`${folder}/*.board.json`);
const boards = files.map((file) => JSON.parse(read(file)) as Board);
const runbook = read('docs/runbook.md');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Words of the query language, and label names; every other word in a query is a metric. */
const known = new Set(
  (
    'up sum max min rate increase histogram_quantile topk by job instance le ' +
    Object.values(definitions)
      .flatMap(({ labels }) => Object.keys(labels ?? {}))
      .join(' ')
  ).split(' '),
);
/** Returns the metrics that a query names. */
function metricsIn(query: string): string[] {
  const bare = query.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ');
  const words = bare.match(/[a-z_][a-z0-9_]*/gi) ?? [];
  return words.filter((word) => !known.has(word));
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');
const anchors = new Set(
  [...runbook.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchorOf(text)),
);

describe('alert rules', () => {
  test.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (_, rule) => {
    const metrics = metricsIn(rule.expr);
    expect(metrics.filter((name) => !definitions[metricOf(name)])).toEqual([]);
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    const [file, anchor = ''] = rule.annotations.runbook.split('#');
    expect(file).toBe('docs/runbook.md');
    expect(anchors.has(anchor), `docs/runbook.md has no entry ${anchor}`).toBe(true);
  });

  test('each has a name of its own, and a test for silence and one for firing', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    type Tests = { tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[] };
    const { tests } = parse(read(`${folder}/alerts.test.yaml`)) as Tests;
    const cases = tests.flatMap((one) => one.alert_rule_test);
    for (const name of names) {
      const counts = cases
        .filter((one) => one.alertname === name)
        .map((one) => one.exp_alerts.length);
      expect([name, counts.toSorted()]).toEqual([name, [0, 1]]);
    }
  });

  test.runIf(hasPromtool)('promtool accepts the rules and their tests', () => {
    for (const how of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', how, { cwd: folder });
      expect([status, String(stdout), String(stderr)].join('\n')).toMatch(/^0\n/);
    }
  });
});

describe('boards', () => {
  test.each(boards.map((board) => [board.title, board] as const))('%s', (_, board) => {
    const queries = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(5);
    for (const query of queries) {
      expect([query, metricsIn(query).filter((name) => !definitions[metricOf(name)])]).toEqual([
        query,
        [],
      ]);
    }
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    for (const { type } of board.panels) expect(['timeseries', 'stat']).toContain(type);
  });

  test.runIf(hasPromtool)('promtool accepts every query', () => {
    const queries = boards.flatMap(({ panels }) => panels).flatMap(({ targets }) => targets);
    const records = queries.map(({ expr }, n) => ({ record: `board:query:${n}`, expr }));
    const at = mkdtempSync(join(tmpdir(), 'baixi-boards-'));
    const file = join(at, 'queries.yaml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'boards', rules: records }] }));
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', file]);
    rmSync(at, { recursive: true });
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  test('together they show every metric', () => {
    const shown = boards
      .flatMap(({ panels }) => panels)
      .flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)))
      .map(metricOf);
    expect(Object.keys(definitions).filter((name) => !shown.includes(name))).toEqual([]);
  });
});
