// Converts an advertisement between the form and the API.
import type { z } from 'zod';
import { contentSupportOffice, type SentAdFields } from '#contract/content/support.ts';
import { dayIn } from '../../../ui/clock.ts';

export type Ad = z.output<typeof contentSupportOffice.getAd.output>['data'];

export const adSchema = contentSupportOffice.createAd.input.refine(
  ({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn,
  { path: ['endsOn'], message: '結束日不可早於開始日' },
);

export type AdForm = z.input<typeof adSchema>;

export const blankAd = (): Partial<AdForm> => ({
  title: '',
  text: '',
  link: '/',
  label: '',
  alt: '',
  startsOn: dayIn(),
  endsOn: null,
  position: 100,
});

export function fieldsOf(ad: Ad): SentAdFields {
  const { title, text, link, label, imageId, alt, startsOn, endsOn, position } = ad;
  return { title, text, link, label, imageId, alt, startsOn, endsOn, position } as SentAdFields;
}
