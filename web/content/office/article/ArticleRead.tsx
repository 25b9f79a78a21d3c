// An article as somebody else has just saved it, to compare with one's own version.
import { Facts } from '../../../ui/display/Card.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import type { FullArticle } from './article.ts';
import { Rendered } from './Rendered.tsx';
import { articleAudienceText } from '#contract/content/words.ts';

export function ArticleRead({ article }: { article: FullArticle }) {
  const { title, excerpt, category, author, audience, updatedAt, updatedBy, body } = article;
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          {
            name: '修改',
            value: (
              <>
                <DateText at={updatedAt} /> {updatedBy}
              </>
            ),
          },
          { name: '標題', value: title },
          { name: '摘要', value: excerpt || '—' },
          { name: '分類', value: category },
          { name: '作者', value: author },
          { name: '對象', value: articleAudienceText[audience] },
        ]}
      />
      <Rendered body={body} />
    </div>
  );
}
