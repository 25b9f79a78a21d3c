// Exports of the back office's lists of texts and pictures.
import { contentOffice } from '#contract/content/office.ts';
import { contentSupportOffice } from '#contract/content/support.ts';
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

/** Exported files contain texts without their markup. */
const articleTexts = shownAs(articles, ({ excerpt = '', author = '', body = '', ...row }) => ({
  ...rowView(row),
  excerpt,
  author,
  body: plain(body),
}));
const questionTexts = shownAs(questions, (row) => ({ ...row, answer: plain(row.answer) }));

export const contentTables = {
  articlesTable: exportOf(contentOffice.listArticles.output.shape.data, articleList, articleTexts),
  imagesTable: exportOf(contentOffice.listImages.output.shape.data, imageList, images),
  questionsTable: exportOf(
    contentSupportOffice.listQuestions.output.shape.data,
    questionList,
    questionTexts,
  ),
  adsTable: exportOf(contentSupportOffice.listAds.output.shape.data, adList, ads),
  policiesTable: exportOf(
    contentSupportOffice.listPolicies.output.shape.data,
    policyList,
    policies,
  ),
};
