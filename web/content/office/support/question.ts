// A help question in its form, and its conversion to the fields of the API calls.
import type { z } from 'zod';
import { contentSupportOffice, type QuestionFields } from '#contract/content/support.ts';

export type Question = z.output<typeof contentSupportOffice.getQuestion.output>['data'];

/** A new question also has a slug, which cannot be changed later. */
export const newQuestionSchema = contentSupportOffice.createQuestion.input;
export const questionSchema = newQuestionSchema.omit({ slug: true });

export const blankQuestion: QuestionFields = {
  audience: 'loan',
  category: '',
  question: '',
  answer: '',
  popular: false,
  published: true,
  position: 100,
};

export function fieldsOf(row: Question): QuestionFields {
  const { audience, category, question, answer, popular, published, position } = row;
  return { audience, category, question, answer, popular, published, position };
}
