// Actions on an article: save, preview, publish now or later, unpublish, delete.
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiFailure, wordsOf } from '../../../api.ts';
import { deleted } from '../../../form/LeaveGuard.tsx';
import { api } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { useAct } from '../../../use-act.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../../ui/display/Card.tsx';
import { now } from '../../../ui/clock.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { ActButton } from '../../../office/editing/ActButton.tsx';
import type { FullArticle } from './article.ts';
import { ConfirmButton } from '../../../office/editing/ConfirmButton.tsx';
import { localOf } from '../../../office/editing/editing.ts';
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
        儲存並排程
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

const takingWords = (error: unknown) =>
  error instanceof ApiFailure && error.code === 'CONTENT_CHANGED'
    ? `此內容剛被 ${String(error.data['by'] ?? '其他同事')} 修改，請重新整理`
    : wordsOf(error);

/**
 * Unpublishing and deleting an article; both are refused if the site itself links to the article.
 */
function Taking({ article, version, isDirty, onChanged }: Props & { article: FullArticle }) {
  const navigate = useNavigate();
  const { reset, getValues } = useFormContext();
  const { id, status, fixed } = article;
  const unpublish = async () => {
    const kept = getValues();
    const { data } = await api.content.unpublishArticle({ id, version });
    onChanged(data);
    // The editor's unsaved input is kept and still counts as unsaved.
    if (isDirty) reset(kept, { keepDefaultValues: true });
    toast(status === 'scheduled' ? '已取消排程' : '已下架，公開頁面不再顯示');
  };
  const remove = async () => {
    await api.content.deleteArticle({ id, version });
    toast('已刪除');
    await navigate(paths.articles(), deleted);
  };
  const { problem, run } = useAct(status === 'draft' ? remove : unpublish, { words: takingWords });
  if (fixed) {
    return <p className="field-hint">網站有固定連結指向這篇內容，不能下架或刪除。</p>;
  }
  return (
    <>
      {problem && <Alert tone="danger" live title={problem} />}
      {status === 'draft' ? (
        <ConfirmButton title="刪除這篇草稿？" text="刪除後無法復原。" verb="刪除" onConfirm={run} />
      ) : (
        <ConfirmButton
          title={status === 'scheduled' ? '取消排程？' : '下架這篇內容？'}
          text="內容會回到草稿，公開頁面不再顯示。"
          verb={status === 'scheduled' ? '取消排程' : '下架'}
          onConfirm={run}
        />
      )}
    </>
  );
}

export function ArticleActs(props: Props) {
  const { article, isDirty, onIntend } = props;
  const [later, setLater] = useState(false);
  const isPublic = article?.status === 'published';
  return (
    <Card as="section" className="office-acts">
      <CardHead title="儲存與發布">
        {isDirty ? <Tag tone="attention">尚未儲存</Tag> : article && <Tag tone="done">已儲存</Tag>}
      </CardHead>
      <div className="grid gap-3">
        <ActButton look="primary" onIntend={() => onIntend({ act: 'save' })}>
          {isPublic ? '儲存並更新公開頁面' : article?.status === 'scheduled' ? '儲存' : '儲存草稿'}
        </ActButton>
        {article ? (
          <PreviewButton article={article} />
        ) : (
          <p className="field-hint">儲存草稿後，可以預覽、立即發布或排定時間。</p>
        )}
        {article && !isPublic && (
          <>
            <ActButton onIntend={() => onIntend({ act: 'publish' })}>儲存並立即發布</ActButton>
            {later || article?.status === 'scheduled' ? (
              <Schedule onIntend={onIntend} />
            ) : (
              <Button wide onClick={() => setLater(true)}>
                排定發布時間
              </Button>
            )}
          </>
        )}
        {article && <Taking {...props} article={article} />}
      </div>
    </Card>
  );
}
