// The generated files of the SDKs, as they follow from the contract.
import { sdkModel } from './model.ts';
import { pythonSdk } from './python.ts';
import { typescriptSdk } from './typescript.ts';

/** Returns the text of each generated file by its path. */
export function sdkFiles(): Record<string, string> {
  const model = sdkModel();
  return {
    'sdk/typescript/src/generated.ts': typescriptSdk(model),
    'sdk/python/baixi/generated.py': pythonSdk(model),
  };
}
