// Compares an editor's text with the version of the policy that is in force.
import type { contentSupportOffice } from '#contract/content/support.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../../call.ts';
import { cleaned } from './body.ts';
import { differences } from './differences.ts';
import { approvedVersions, bodyOfVersion } from '../policy/policy-queries.ts';
import { officeVersions } from '../policy/policy-office-queries.ts';

export const comparePolicy: Action<typeof contentSupportOffice.comparePolicy> = async (
  { tx, today },
  { id, body },
) => {
  const current = (await approvedVersions(tx, id, today)).find((version) => version.current);
  if (current) {
    return { data: { changes: differences(await bodyOfVersion(tx, current.id), cleaned(body)) } };
  }
  const versions = await officeVersions(tx, id);
  if (versions.length === 0) throw new Refusal('POLICY_NOT_FOUND');
  return { data: { changes: null } };
};
