// The plans of the menu: asked for once, when the header appears.
import { useEffect, useSyncExternalStore } from 'react';
import type { Answer } from '../../api.ts';
import { api } from '../kit/api.ts';
import type { SiteCalls } from '../kit/calls.ts';

type Plans = Answer<SiteCalls['lending']['planMenu']>['data'];
type PlanMenu = { pending: boolean; plans: Plans };

let menu: PlanMenu = { pending: true, plans: [] };
let asked = false;
const listeners = new Set<() => void>();

/** Without an answer the menu does without its plans; the next part that shows it asks again. */
async function ask(): Promise<void> {
  if (asked) return;
  asked = true;
  const answer = await api.lending.planMenu({}).catch(() => null);
  asked = answer !== null;
  menu = { pending: false, plans: answer?.data ?? [] };
  for (const listen of listeners) listen();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => menu;

export function usePlanMenu(): PlanMenu {
  useEffect(() => void ask(), []);
  return useSyncExternalStore(subscribe, current, current);
}
