// What a version of a policy is today, in a word, and where it is on paper.
import { policy } from '../../site/kit/paths.ts';
import type { Tone } from '../../ui/display/Card.tsx';

export const policyStates = {
  current: { text: '現行', tone: 'done' },
  coming: { text: '將生效', tone: 'info' },
  past: { text: '舊版', tone: 'neutral' },
} as const satisfies Record<string, { text: string; tone: Tone }>;

/** A version's PDF: a file beside the page. */
export const policyPdf = (slug: string, version: number) => `${policy(slug)}/${version}.pdf`;
