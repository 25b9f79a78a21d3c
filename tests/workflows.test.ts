// Tests of the workflows' rights: only a job that runs nothing of the repository may write.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Job = { permissions?: Record<string, string>; steps: Step[] };
type Workflow = { permissions?: Record<string, string>; jobs: Record<string, Job> };

const files = globSync('.github/workflows/*.yml');
const workflows = files.map(
  (file) => [file, parse(readFileSync(file, 'utf8')) as Workflow] as const,
);
const jobs = workflows.flatMap(([file, { jobs: all }]) =>
  Object.entries(all).map(([name, job]) => [`${file} ${name}`, job] as const),
);

test.each(workflows)('%s gives its jobs only the right to read', (_, { permissions }) => {
  expect(permissions).toEqual({ contents: 'read' });
});

test.each(jobs)(
  '%s runs nothing of the repository if it may write',
  (_, { permissions, steps }) => {
    if (!Object.values(permissions ?? {}).includes('write')) return;
    for (const { uses = '', run = '' } of steps) {
      expect(uses).not.toMatch(/^\.|checkout|cache|setup-/);
      expect(run).not.toMatch(/npm|npx|node|\.ci/);
    }
  },
);

test.each(jobs)('%s keeps no token where tests could read it', (_, { steps }) => {
  for (const { uses = '', with: given } of steps) {
    if (uses.startsWith('actions/checkout@')) expect(given?.['persist-credentials']).toBe(false);
  }
});

test('an action has a version or a commit, and Renovate pins commits', () => {
  const used = jobs.flatMap(([, { steps }]) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used.length).toBeGreaterThan(5);
  for (const uses of used) expect(uses).toMatch(/@(v\d+(\.\d+)*|[0-9a-f]{40})$/);
  const { extends: presets } = JSON.parse(readFileSync('renovate.json', 'utf8'));
  expect(presets).toContain('helpers:pinGitHubActionDigests');
});
