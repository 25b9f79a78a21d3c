// Exports of the office's lists of texts and pictures.
import {
  adList,
  articleList,
  imageList,
  policyList,
  questionList,
} from '#contract/content/lists.ts';
import { exportOf, shownAs } from '../tables/table.ts';
import { ads, questions } from './answers/answers.ts';
import { articles, rowView } from './article/articles.ts';
import { plain } from './article/body.ts';
import { images } from './picture/images.ts';
import { policies } from './policy/policies.ts';

/** Files contain texts without their markup. */
const articleTexts = shownAs(articles, ({ excerpt = '', author = '', body = '', ...row }) => ({
  ...rowView(row),
  excerpt,
  author,
  body: plain(body),
}));
const questionTexts = shownAs(questions, (row) => ({ ...row, answer: plain(row.answer) }));

export const contentTables = {
  articlesTable: exportOf(articleList, articleTexts),
  imagesTable: exportOf(imageList, images),
  questionsTable: exportOf(questionList, questionTexts),
  adsTable: exportOf(adList, ads),
  policiesTable: exportOf(policyList, policies),
};
