// Calls that few visits make. They have a separate client, so that other pages need not load it.
import { clientOf, type Client } from '../../api.ts';
import { clientSettings } from './api.ts';
import { lateCalls, type LateCalls } from './late-lines.ts';

export const lateApi: Client<LateCalls> = clientOf<LateCalls>(lateCalls, clientSettings);
