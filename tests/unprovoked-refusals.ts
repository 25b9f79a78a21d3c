// The declared refusals that no integration test provokes, each with the reason why none can.
import type { RefusalPair } from './recorded-refusals.ts';

export const unprovokedRefusals: Partial<Record<RefusalPair, string>> = {};
