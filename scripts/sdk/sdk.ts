// Writes the generated parts of the SDKs anew from the contract.
import { writeFileSync } from 'node:fs';
import { readOptions } from '../options.ts';
import { sdkFiles } from './generated-files.ts';

readOptions({
  command: 'npm run sdk --',
  purpose: 'Writes the generated files of sdk/ anew from the contract.',
  options: {},
});
for (const [path, text] of Object.entries(sdkFiles())) writeFileSync(path, text);
