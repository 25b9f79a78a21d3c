// Loads the questions of one audience in the help center. Server only.
import type { LoaderFunctionArgs } from 'react-router';
import type { QuestionAudience } from '#contract/content/shapes.ts';
import { renderContext } from '../../page-context.ts';
import { questionsOf } from '../../site/kit/linked-data.ts';
import { readable } from '../rich-html.ts';

/** Questions grouped by category in the order of the questions; null if they could not be read. */
export async function loadQuestions({ context }: LoaderFunctionArgs, audience: QuestionAudience) {
  const { api, report } = context.get(renderContext);
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
