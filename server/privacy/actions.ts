// Actions of privacy: a member takes a copy of their data along, or closes the account.
import { closingActions } from './closing.ts';
import { exportActions } from './export.ts';

export const privacyActions = { ...closingActions, ...exportActions };
