// Dots on the investor's tabs that mark something new; opening a tab clears its dot.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { InputOf } from '../api.ts';
import { api, queryOf } from '../site/kit/api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';

type Type = InputOf<SiteCalls['investing']['setStatusDot']>['type'];

/** Kinds of notifications that each tab shows. */
const typesOf = {
  orders: ['unpaid', 'paid'],
  ongoing: ['ongoing', 'overdue', 'violation', 'negotiation', 'closed'],
  contracts: [],
  reports: [],
} as const satisfies Record<string, readonly Type[]>;
export type DotTab = keyof typeof typesOf;

const question = queryOf('investing', 'statusDots', {});

/** Returns which tabs have something new, and marks the open tab as seen on the server. */
export function useDots(here: DotTab): Record<DotTab, boolean> {
  const client = useQueryClient();
  const { data } = useQuery(question);
  const lit = data?.data;
  useEffect(() => {
    const seen = lit ? typesOf[here].filter((type) => lit[type]) : [];
    if (!lit || seen.length === 0) return;
    client.setQueryData(question.queryKey, {
      data: { ...lit, ...Object.fromEntries(seen.map((type) => [type, false])) },
    });
    // If clearing a dot fails, it appears again at the next visit, and nothing else is affected.
    void Promise.allSettled(seen.map((type) => api.investing.setStatusDot({ type, value: false })));
  }, [lit, here, client]);
  const isLit = (tab: DotTab) => tab !== here && typesOf[tab].some((type) => lit?.[type] ?? false);
  return {
    orders: isLit('orders'),
    ongoing: isLit('ongoing'),
    contracts: isLit('contracts'),
    reports: isLit('reports'),
  };
}
