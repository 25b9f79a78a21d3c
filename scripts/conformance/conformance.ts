// `npm run conformance`: examines every adapter that ships, and prints what it has and has not.
import { clamdAddressOf } from '../../server/adapters/files/virus-scan.ts';
import { type Result, resultOf } from '../../tests/conformance/kit.ts';
import { openPorts } from '../../tests/conformance/ports.ts';
import { readOptions } from '../options.ts';

const { values } = readOptions({
  command: 'npm run conformance --',
  purpose: 'Examines every adapter that ships against the properties that its port requires.',
  options: {
    rounds: { type: 'string', value: 'N', about: 'how often each property is examined (1)' },
    only: { type: 'string', value: 'WORD', about: 'ports and adapters whose name has this word' },
    clamd: { type: 'string', value: 'ADDRESS', about: 'a real clamd, as host:port or a path' },
  },
});
const rounds = Number(values.rounds ?? 1);
const clamd = values.clamd === undefined ? null : clamdAddressOf(values.clamd);
if (!Number.isSafeInteger(rounds) || rounds < 1 || (values.clamd !== undefined && !clamd)) {
  process.stderr.write('--rounds is a number from 1, --clamd host:port or a path.\n');
  process.exit(2);
}

const opened = await openPorts({ clamd });
const only = values.only?.toLowerCase() ?? '';
const subjects = opened.subjects.filter(({ port, adapter }) =>
  `${port} ${adapter}`.toLowerCase().includes(only),
);
const results: Result[] = [];
for (const subject of subjects) {
  for (const property of subject.properties) {
    for (let round = 0; round < rounds; round++) {
      const result = await resultOf(subject, property);
      results.push(result);
      // A failed property is shown once; more rounds would only repeat it.
      if (result.failure !== null) break;
    }
    const { failure, milliseconds } = results.at(-1)!;
    const mark = failure === null ? '✓' : '✗';
    const time = `${milliseconds} ms`.padStart(9);
    const { port, adapter } = subject;
    process.stdout.write(
      `${mark} ${port.padEnd(18)} ${adapter.padEnd(15)} ${time}  ${property.name}\n`,
    );
    if (failure !== null) process.stdout.write(`  ${failure}\n`);
  }
}
await opened.close();
const failures = results.filter(({ failure }) => failure !== null).length;
process.stdout.write(
  `${subjects.length} adapters, ${results.length} examinations, ${failures} failures\n`,
);
process.exit(results.length > 0 && failures === 0 ? 0 : 1);
