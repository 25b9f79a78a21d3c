// Actions on an article: save, preview, present for now or later, take down, delete.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ArticleStatus } from '#contract/content/office.ts';
import { deleted } from '../../../form/LeaveGuard.tsx';
import { api } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../../ui/display/Card.tsx';
import { now } from '../../../ui/clock.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { ActButton } from '../../../office/editing/ActButton.tsx';
import type { FullArticle } from './article.ts';
import { RemoveButton } from '../../../office/editing/RemoveButton.tsx';
import { localOf } from '../../../office/editing/editing.ts';
import { isWaiting } from '../release/ReleaseNotice.tsx';
import { TakeDown } from '../release/TakeDown.tsx';
import { PreviewButton } from './Preview.tsx';

export type Intent = { act: 'save' | 'publish' | 'schedule'; at?: string };

const HOUR_MS = 3_600_000;

/** Chooses a future time by the Taipei clock; starts at the next full hour. */
function Schedule({ onIntend }: { onIntend: (intent: Intent) => void }) {
  const [at, setAt] = useState(() => `${localOf(now() + HOUR_MS).slice(0, 13)}:00`);
  const isLate = !at || at <= localOf(now());
  return (
    <div className="grid gap-3">
      <Field
        id="publish-at"
        label="發布時間（台北時間）"
        error={isLate ? '請填現在之後的時間' : undefined}
      >
        <TextInput
          type="datetime-local"
          value={at}
          min={localOf(now())}
          onChange={(event) => setAt(event.target.value)}
        />
      </Field>
      <ActButton
        disabledReason={isLate ? '時間已過' : undefined}
        onIntend={() => onIntend({ act: 'schedule', at })}
      >
        儲存、排程並送交覆核
      </ActButton>
    </div>
  );
}

type Props = {
  article: FullArticle | null;
  version: number;
  isDirty: boolean;
  onIntend: (intent: Intent) => void;
  onChanged: (article: FullArticle) => void;
};

/** Taking down a public article, or deleting a draft; the site itself may link to an article. */
function Taking({ article, version, onChanged }: Props & { article: FullArticle }) {
  const navigate = useNavigate();
  const { id, status, fixed } = article;
  if (fixed) {
    return <p className="field-hint">網站有固定連結指向這篇內容，不能下架或刪除。</p>;
  }
  if (status === 'draft') {
    return (
      <RemoveButton
        title="刪除這篇草稿？"
        text="刪除後無法復原。"
        verb="刪除"
        onRemove={async () => {
          await api.content.deleteArticle({ id, version });
          toast('已刪除');
          await navigate(paths.articles(), deleted);
        }}
      />
    );
  }
  return (
    <TakeDown
      kind="article"
      id={id}
      version={version}
      verb={status === 'scheduled' ? '取消排程' : '下架'}
      onDone={async () => onChanged((await api.content.getArticle({ id })).data)}
    />
  );
}

/** The ways to hand an article over to a second reader. */
function Presenting({ status, onIntend }: Pick<Props, 'onIntend'> & { status: ArticleStatus }) {
  const [later, setLater] = useState(false);
  if (status === 'published') return null;
  const isDraft = status === 'draft';
  return (
    <>
      <ActButton onIntend={() => onIntend({ act: 'publish' })}>
        {isDraft ? '儲存並送交覆核' : '改為通過後立即公開'}
      </ActButton>
      {later || !isDraft ? (
        <Schedule onIntend={onIntend} />
      ) : (
        <Button wide onClick={() => setLater(true)}>
          排定發布時間
        </Button>
      )}
    </>
  );
}

export function ArticleActs(props: Props) {
  const { article, isDirty, onIntend } = props;
  const mayEdit = !isWaiting(article?.release);
  const isDraft = !article || article.status === 'draft';
  return (
    <Card as="section" className="office-acts">
      <CardHead title="儲存與送審">
        {isDirty ? <Tag tone="attention">尚未儲存</Tag> : article && <Tag tone="done">已儲存</Tag>}
      </CardHead>
      <div className="grid gap-3">
        {mayEdit && (
          <ActButton look="primary" onIntend={() => onIntend({ act: 'save' })}>
            {isDraft ? '儲存草稿' : '儲存並送交覆核'}
          </ActButton>
        )}
        {article ? (
          <PreviewButton article={article} />
        ) : (
          <p className="field-hint">儲存草稿後，可以預覽、送交覆核或排定時間。</p>
        )}
        {article && mayEdit && <Presenting status={article.status} onIntend={onIntend} />}
        {article && mayEdit && <p className="field-hint">由另一位同仁閱讀並通過之後才會公開。</p>}
        {article && <Taking {...props} article={article} />}
      </div>
    </Card>
  );
}
