// Labels for the state of a policy version, and the URL of its PDF.
import { policy } from '../../site/kit/paths.ts';
import type { Tone } from '../../ui/display/Card.tsx';

export const policyStates = {
  current: { text: '現行', tone: 'done' },
  coming: { text: '將生效', tone: 'info' },
  past: { text: '舊版', tone: 'neutral' },
} as const satisfies Record<string, { text: string; tone: Tone }>;

/** URL of the PDF of a version. */
export const policyPdf = (slug: string, version: number) => `${policy(slug)}/${version}.pdf`;
