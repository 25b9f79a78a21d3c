// Form schema and initial values of step 2, derived from the API contract.
import { z } from 'zod';
import { addMonths, day } from '#contract/core/day.ts';
import { occupations, optionOf } from '#contract/options.ts';
import { addressSchema, personalInfoSchema } from '#contract/verification/calls.ts';
import { dayIn } from '../../ui/clock.ts';
import { REQUIRED } from '../../form/words.ts';

type PersonalInfo = z.input<typeof personalInfoSchema>;

const ADULT_MONTHS = 18 * 12;

/** Whether a person born on this day is at least 18 today. */
export function isAdult(birthday: string, today: string): boolean {
  return addMonths(day(birthday), ADULT_MONTHS) <= day(today);
}

// The zip code is set by the district, so a missing one is reported at the district field.
const address = addressSchema.extend({ zip: addressSchema.shape.zip.optional() });

const {
  registeredAddress: _address,
  mailingAddress: _mailing,
  ...shape
} = personalInfoSchema.shape;
const { name, idNumber: checked, birthday, ...rest } = shape;

/** Checks the format first, because a missing letter is more common than a mistyped digit. */
const idNumber = z
  .string()
  .trim()
  .min(1)
  .regex(/^[A-Za-z][A-Da-d1289]\d{8}$/, '身分證字號不正確，請確認英文字母與 9 碼數字')
  .pipe(checked);

/** Fields in the order of the page, which is also the order of the errors. */
const basicObject = z.object({
  name,
  idNumber,
  birthday,
  registeredAddress: address,
  sameAddress: z.boolean(),
  mailingAddress: address.optional(),
  occupationGroup: z.number({ error: REQUIRED }),
  ...rest,
});

/** The age is reported together with the other errors, not only after everything else is valid. */
const adult = [
  ({ birthday }: { birthday?: string | undefined }) => !birthday || isAdult(birthday, dayIn()),
  {
    path: ['birthday'],
    message: '需年滿 18 歲',
    when: ({ value }: { value: unknown }) =>
      birthday.safeParse((value as { birthday: unknown }).birthday).success,
  },
] as const;

export const basicSchema = basicObject.refine(adult[0], { ...adult[1], path: ['birthday'] });

/**
 * Returns the schema for these fields of the call, together with fields that exist only in the
 * form.
 */
export function basicSchemaFor(fields: readonly string[]) {
  const own = [
    ...(fields.includes('mailingAddress') ? ['sameAddress'] : []),
    ...(fields.includes('occupation') ? ['occupationGroup'] : []),
  ];
  const mask = Object.fromEntries([...fields, ...own].map((field) => [field, true as const]));
  return basicObject.pick(mask as never).refine(adult[0], { ...adult[1], path: ['birthday'] });
}

/** Converts a part of the form's values to the fields that are sent. */
export function partOf(values: Record<string, unknown>): Partial<PersonalInfo> {
  const { sameAddress, occupationGroup: _group, mailingAddress, ...info } = values;
  return { ...info, ...(sameAddress === false && { mailingAddress }) } as Partial<PersonalInfo>;
}

type Known = {
  name: string | null;
  birthday: string | null;
  occupation: number | null;
  company: string | null;
  jobTitle: string | null;
  annualIncome: number | null;
  maritalStatus: number | null;
  education: number | null;
};

/** Fills in values that are already known, so that they need not be entered again (WCAG 3.3.7). */
export function basicDefaults(known: Known): Partial<z.input<typeof basicSchema>> {
  const given = <V>(value: V | null) => value ?? undefined;
  const occupation = known.occupation ? optionOf(occupations, known.occupation) : undefined;
  return {
    name: known.name ?? '',
    idNumber: '',
    birthday: known.birthday ?? '',
    maritalStatus: given(known.maritalStatus),
    education: given(known.education),
    occupation: occupation?.id,
    occupationGroup: occupation?.groupId,
    company: given(known.company),
    jobTitle: given(known.jobTitle),
    annualIncome: given(known.annualIncome),
    fundSource: [],
    sameAddress: true,
  };
}

/** Converts the form to the data that is sent, without form-only fields. */
export function personalInfoOf(values: z.output<typeof basicSchema>) {
  const { sameAddress, occupationGroup: _group, mailingAddress, ...info } = values;
  const whole = (one: z.output<typeof address>) => ({ ...one, zip: one.zip ?? '' });
  return {
    ...info,
    registeredAddress: whole(info.registeredAddress),
    ...(!sameAddress && mailingAddress && { mailingAddress: whole(mailingAddress) }),
  };
}
