// Page for writing an article, news item or story, new or existing.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { articleTypes } from '#contract/content/shapes.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { queryOf } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import type { FullArticle } from './article.ts';
import { ArticleEditor } from './ArticleEditor.tsx';
import { DetailHead } from '../../../office/kit/DetailHead.tsx';
import { articleWords, articleTypeText } from '#contract/content/words.ts';

const back = { to: paths.articles(), text: '文章' };

function Head({ article }: { article: FullArticle }) {
  const { text, tone } = articleWords[article.status];
  return (
    <DetailHead back={back} title={article.title}>
      <Tag tone={tone}>{text}</Tag>
      <span>{articleTypeText[article.type]}</span>
      {article.publishAt && (
        <span>
          {article.status === 'scheduled' ? '將於 ' : '發布 '}
          <DateText at={article.publishAt} />
          {article.status === 'scheduled' && ' 發布'}
        </span>
      )}
      <span>編號 {article.id}（網址不會改變）</span>
    </DetailHead>
  );
}

export function ArticlePage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('content', 'getArticle', { id }));
  return (
    <Answered query={query} what="這篇內容" back={back}>
      {({ data }) => (
        <>
          <Head article={data} />
          <ArticleEditor
            key={data.id}
            type={data.type}
            latest={data}
            reread={() => query.refetch()}
          />
        </>
      )}
    </Answered>
  );
}

export function NewArticlePage() {
  const [query] = useSearchParams();
  const type = articleTypes.find((one) => one === query.get('type')) ?? 'article';
  return (
    <>
      <DetailHead back={back} title={`新增${articleTypeText[type]}`} />
      <ArticleEditor key={type} type={type} latest={null} />
    </>
  );
}
