// Calls that few visits make. They have a separate client, so that other pages need not load it.
import { clientOf, type Client } from '../../api.ts';
import { clientSettings } from './api.ts';
import { deferredCalls, type DeferredCalls } from './deferred-lines.ts';

export const deferredApi: Client<DeferredCalls> = clientOf<DeferredCalls>(
  deferredCalls,
  clientSettings,
);
