// Plans of the menu: loaded once, when the header appears.
import { useEffect, useSyncExternalStore } from 'react';
import type { Answer } from '../../api.ts';
import { api } from '../kit/api.ts';
import type { SiteCalls } from '../kit/calls.ts';

type Plans = Answer<SiteCalls['lending']['planMenu']>['data'];
type PlanMenu = { pending: boolean; plans: Plans };

let menu: PlanMenu = { pending: true, plans: [] };
let planRequest = false;
const listeners = new Set<() => void>();

/**
 * If the request fails, the menu has no plans; the next component that shows the menu tries again.
 */
async function ask(): Promise<void> {
  if (planRequest) return;
  planRequest = true;
  const answer = await api.lending.planMenu({}).catch(() => null);
  planRequest = answer !== null;
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
