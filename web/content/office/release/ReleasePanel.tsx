// Task panel of the second reader: what changes, and the whole as the public will see it.
import { readers } from '#contract/content/office.ts';
import type { ReleaseKind } from '#contract/content/release.ts';
import { questionAudienceText } from '#contract/content/words.ts';
import { subjectText } from '#contract/core/subject-words.ts';
import { Link } from '../../../office/links/Link.tsx';
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import { useOperator } from '../../../office/operator.ts';
import type { PanelProps } from '../../../office/panel.ts';
import * as paths from '../../../office/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';
import { ArticlePreview } from '../article/Preview.tsx';
import { CleanedText } from '../article/Rendered.tsx';
import { FieldList } from '../../../office/editing/FieldChanges.tsx';
import { PictureBox } from '../picture/PictureBox.tsx';

type Detail = PanelProps<'content_release'>['task']['detail'];

/** Pages on which the kinds of texts are edited. */
export const editorOf: Record<ReleaseKind, (id: string) => string> = {
  article: paths.article,
  question: paths.question,
  ad: paths.ad,
  image: paths.images,
};

function Preview({ article, question, ad, image }: Detail) {
  if (article) return <ArticlePreview article={article} />;
  if (question) {
    return (
      <div className="grid gap-3">
        <p className="text-sm text-ink-3">
          {questionAudienceText[question.audience].office}・{question.category}
        </p>
        <h3>{question.question}</h3>
        <CleanedText html={question.html} />
      </div>
    );
  }
  if (image) {
    return (
      <div className="grid max-w-100 gap-3">
        <PictureBox picture={image} />
        <p>{image.alt}</p>
      </div>
    );
  }
  if (!ad) return null;
  return (
    <div className="grid gap-4">
      <div className="max-w-100">
        <PictureBox picture={ad.image} />
      </div>
      <Facts
        facts={[
          { name: '標題', value: ad.title },
          { name: '說明', value: ad.text || '—' },
          { name: '按鈕文字', value: ad.label },
          { name: '連到', value: ad.link },
          { name: '圖片說明', value: ad.image.alt },
          { name: '開始日', value: <DateText at={ad.startsOn} /> },
          { name: '結束日', value: ad.endsOn ? <DateText at={ad.endsOn} /> : '不設期限' },
        ]}
      />
    </div>
  );
}

export function ReleasePanel({ task }: PanelProps<'content_release'>) {
  const roles = useOperator().data?.data.roles ?? [];
  // Approvers decide about texts, but the pages of the editors are not for them.
  const mayOpen = readers.some((role) => roles.includes(role));
  const { kind, subjectId, authors, isPublic, publishAt, changes = [] } = task.detail;
  if (!kind || !subjectId) {
    return <Alert title="這個版本已由撰寫的同仁收回或改寫">不需要再決定。</Alert>;
  }
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Card as="section">
          <CardHead title="送審的版本">
            {mayOpen && (
              <Link className="link" to={editorOf[kind](subjectId)}>
                開啟編輯頁
              </Link>
            )}
          </CardHead>
          <Facts
            facts={[
              { name: '類型', value: subjectText[kind] },
              { name: '撰寫', value: authors?.join('、') ?? '—' },
              { name: '目前', value: isPublic ? '公開的是前一版' : '尚未公開' },
              ...(kind === 'article'
                ? [
                    {
                      name: '公開時間',
                      value: publishAt ? <DateText at={publishAt} /> : '通過後立即',
                    },
                  ]
                : []),
            ]}
          />
        </Card>
        <Card as="section">
          <CardHead title="修改前後" />
          {isPublic ? (
            <FieldList fields={changes} />
          ) : (
            <p className="text-ink-3">目前沒有公開的版本可以比較，請閱讀全文。</p>
          )}
        </Card>
        <Card as="section">
          <CardHead title="公開後的樣子" />
          <Preview {...task.detail} />
        </Card>
      </div>
      <DecisionForm task={task} />
    </div>
  );
}
