// Plays the whole life of a loan on a running demonstration, over public HTTP; a seed determines
// every random choice.
import { demo } from '#contract/index.ts';
import { type Client, Unexpected } from '../actors/client.ts';
import { setStage } from '../actors/stage.ts';
import { overHttp } from '../actors/transport.ts';
import { playWholeLoan } from '../actors/whole-loan.ts';
import { readOptions } from './options.ts';

const { values } = readOptions({
  command: 'npm run story --',
  purpose: 'Plays the main job against a running demonstration, through public HTTP only.',
  options: {
    site: {
      type: 'string',
      default: 'http://localhost:3000',
      value: 'URL',
      about: 'the member site',
    },
    office: {
      type: 'string',
      default: 'http://localhost:3001',
      value: 'URL',
      about: 'the back office',
    },
    seed: {
      type: 'string',
      value: 'N',
      about: 'plays the same people again; by chance without it',
    },
    api: {
      type: 'boolean',
      about: 'lets programs invest by the SDKs, on a server of its own that is killed',
    },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const say = (line: string) => process.stdout.write(`${line}\n`);

async function operators(client: Client) {
  const { data } = await client.ok(demo.demonstration.demoAccounts, {});
  const by = (role: 'reviewer' | 'approver' | 'finance') => {
    const found = data.operators.find(({ roles }) => roles.includes(role));
    if (!found) throw new Unexpected(`no operator is a ${role}`);
    return found;
  };
  return { reviewer: by('reviewer'), approver: by('approver'), finance: by('finance') };
}

try {
  say(`百溪的一筆借貸，種子 ${seed}（--seed ${seed} 可重演）\n`);
  if (values.api) {
    // Loaded only now, because it brings PostgreSQL and the whole server.
    const { playApiStory } = await import('./story/api-story.ts');
    await playApiStory(seed, say);
  } else await playWholeLoan(await setStage(overHttp(values), operators, seed, say));
  say('\n整個故事走完，分文不差。');
} catch (error) {
  process.stderr.write(`\n故事中斷：${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof Unexpected)) console.error(error);
  process.exitCode = 1;
}
