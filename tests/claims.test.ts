// Tests legal claims in texts: none refers to a law that does not apply to a lending platform.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Texts that members or operators read; earlier versions of a policy are left out, because they
 * never change.
 */
const texts = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /^(contract|server|web|db\/content)\/.*\.(tsx?|md|ya?ml|json)$/.test(path))
  .filter((path) => existsSync(path));

test('no text says that the Money Laundering Control Act requires us to identify', () => {
  expect(texts.length).toBeGreaterThan(300);
  const claiming = texts.filter((path) => readFileSync(path, 'utf8').includes('洗錢防制法'));
  expect(claiming).toEqual([]);
});
