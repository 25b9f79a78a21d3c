// What one group's page of the help centre asks for. Server only.
import type { LoaderFunctionArgs } from 'react-router';
import type { QuestionAudience } from '#contract/content/shapes.ts';
import { given } from '../../page-context.ts';
import { questionsOf } from '../../site/kit/linked-data.ts';
import { readable } from '../rich-html.ts';

/** By category in the order the questions stand in; null where they could not be read. */
export async function loadQuestions({ context }: LoaderFunctionArgs, audience: QuestionAudience) {
  const { api, report } = context.get(given);
  const answer = await api.content.listQuestions({ audience }).catch((error: unknown) => {
    report(error);
    return null;
  });
  if (!answer) return { audience, groups: null, data: [] };
  const groups = Object.entries(Object.groupBy(answer.data, (one) => one.category));
  return {
    audience,
    groups: groups.map(([category, questions = []]) => ({
      category,
      questions: questions.map(({ id, question, answer: html, updatedOn }) => ({
        id,
        question,
        answer: readable(html),
        updatedOn,
      })),
    })),
    data: [questionsOf(answer.data)],
  };
}

export type Questions = Awaited<ReturnType<typeof loadQuestions>>;
