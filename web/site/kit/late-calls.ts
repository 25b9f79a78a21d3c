// Calls that few visits make, with a client of their own, so that no other page has to carry it.
import { clientOf, type Client } from '../../api.ts';
import { door } from './api.ts';
import { lateCalls, type LateCalls } from './late-lines.ts';

export const lateApi: Client<LateCalls> = clientOf<LateCalls>(lateCalls, door);
