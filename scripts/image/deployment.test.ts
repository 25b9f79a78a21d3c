// Tests the compose file and the Helm chart as far as no container engine is needed: their settings
// are those of the program, and the chart contains no secret.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../server/config/config.ts';
import { production } from '../../server/config/config-schema.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const image = read('deploy/image/Containerfile');
/** Settings that the image sets itself. */
const preset = Object.fromEntries(
  [...image.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
);

/** Making keys takes a second, on a busy machine many. */
const KEYS_MS = 120_000;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baixi-compose-'));
  cpSync('deploy/compose/prepare', join(folder, 'prepare'));
  execFileSync(join(folder, 'prepare'), { stdio: 'pipe' });
}, KEYS_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the secrets that are made for compose are a complete production start', () => {
  // Compose mounts the certificate at /certs.
  const authority = join(folder, 'secrets', 'ca.crt');
  const text = read(join(folder, 'secrets', 'baixi.env')).replaceAll('/certs/ca.crt', authority);
  const given = parseEnv(text);
  const config = readConfig({ ...preset, ...given });
  expect(config).toMatchObject({ demonstration: false, metricsPort: 9100, role: 'all' });
  expect(config.s3?.endpoint).toBe('http://s3:8333');
  expect(read(join(folder, 'secrets', 'metrics-token'))).toBe(config.metricsToken);
});

test('secrets are made once', () => {
  const again = spawnSync(join(folder, 'prepare'), { encoding: 'utf8' });
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('not replaced')]);
});

type Service = { image: string; volumes?: string[]; env_file?: string | string[] };
const { services } = parse(read('deploy/compose/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};

test('each file that compose mounts exists, and each public image has a version', () => {
  const mounted = Object.values(services).flatMap(({ volumes = [], env_file: env = [] }) => [
    ...volumes.map((volume) => volume.split(':')[0] ?? ''),
    ...[env].flat().map((file) => `./${file}`),
  ]);
  const missing = mounted.filter((path) => {
    if (!path.startsWith('.')) return false;
    const root = path.startsWith('./secrets/') ? folder : 'deploy/compose';
    return !existsSync(join(root, path));
  });
  expect(missing).toEqual([]);
  const names = Object.values(services).map((service) => service.image);
  const unversioned = names.filter((name) => !name.startsWith('${') && !/:v?\d+\.\d+/.test(name));
  expect(unversioned).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'the image runs the Node of the tests, on a base that is named by its digest',
  () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const pinned = Object.entries(optionalDependencies).filter(([name]) =>
      name.startsWith('node-linux'),
    );
    expect(pinned.map(([, version]) => `v${version}`)).toEqual([process.version, process.version]);
    expect(image).toMatch(/cp "\$\(readlink -f node_modules\/\.bin\/node\)" \/node\n/);
    expect(image).toContain('COPY --from=build /node /usr/local/bin/node');
    expect(image).toMatch(/^ARG NODE$/m);
    const check = /^RUN (case "\$\{NODE\}" in .*)$/m.exec(image)?.[1] ?? '';
    const built = (name: string) =>
      spawnSync('sh', ['-c', check], { env: { NODE: name }, stdio: 'ignore' }).status;
    expect(built('docker.io/library/node:24-bookworm-slim')).toBe(1);
    expect(built(`docker.io/library/node:24-bookworm-slim@sha256:${'a'.repeat(64)}`)).toBe(0);
    expect(built('localhost/baixi-base')).toBe(0);
  },
);

const chart = 'deploy/chart';
const values = parse(read(join(chart, 'values.yaml'))) as Record<string, unknown>;
const templates = globSync(`${chart}/templates/*`).map(read).join('\n');

test('the chart installs the version of the program', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(parse(read(join(chart, 'Chart.yaml')))).toMatchObject({ appVersion: version });
});

test('each value of the chart is declared, and its settings are known and no secrets', () => {
  const at = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((from, name) => (from as Record<string, unknown>)?.[name], values);
  const used = [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path);
  expect(used.filter((path) => at(path) === undefined)).toEqual([]);
  const settings = Object.keys(values['settings'] as object);
  expect(settings.filter((name) => !(name in production.shape))).toEqual([]);
  const secret = /KEY|SECRET|TOKEN|PASSWORD|P12|SMTP_URL|DATABASE/;
  expect(settings.filter((name) => secret.test(name))).toEqual([]);
  expect(templates).not.toMatch(/^kind: Secret$/m);
});

const helm = process.env['HELM'] ?? 'helm';
const hasHelm = spawnSync(helm, ['version']).status === 0;
const required =
  'image.repository=r.example/baixi,publicUrl=https://a.example,officeUrl=https://b.example,' +
  'database.objectStore=backups,ingress.siteTls=site,ingress.officeTls=office';

test('the chart refuses a database without backups and a site without TLS', () => {
  const refusals = [...templates.matchAll(/\{\{- if (.*?) \}\}\n\{\{- fail /g)].map(([, of]) => of);
  expect(refusals).toEqual([
    'not (or .Values.database.objectStore .Values.database.withoutBackup)',
    'and (not .tls) (not $.Values.ingress.controllerTls)',
  ]);
  expect(values).toMatchObject({
    database: { objectStore: '', withoutBackup: false },
    ingress: { siteTls: '', officeTls: '', controllerTls: false },
  });
});

test('the chart lets the program reach nothing of the cluster but its database', () => {
  const { network } = values as { network: { egressExcept: string[] } };
  expect(network.egressExcept).toEqual(
    expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16']),
  );
  const egress = templates.slice(templates.indexOf('  egress:\n'));
  expect(egress).toMatch(/- to:\n {8}- ipBlock: \{ cidr: 0\.0\.0\.0\/0, except: /);
});

type Manifest = { kind: string; metadata: { name: string; annotations?: object }; spec: object };

test.runIf(hasHelm)('helm renders the chart for an installation and for an upgrade', () => {
  const render = (...more: string[]) => {
    const args = ['template', 'baixi', chart, '--set', required, ...more];
    const text = execFileSync(helm, args, { encoding: 'utf8' });
    return parseAllDocuments(text).map((one) => one.toJS() as Manifest);
  };
  const first = render();
  const migration = (all: Manifest[]) => all.find(({ kind }) => kind === 'Job')?.metadata;
  expect(first.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Deployment', 'Cluster', 'Pooler', 'NetworkPolicy', 'ServiceMonitor']),
  );
  expect(migration(first)?.annotations).toBeUndefined();
  expect(migration(render('--is-upgrade'))?.annotations).toHaveProperty(['helm.sh/hook']);
  for (const { spec } of first.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')) {
    expect(JSON.stringify(spec)).toContain('"readOnlyRootFilesystem":true');
    expect(JSON.stringify(spec)).toContain('"runAsNonRoot":true');
  }
});
