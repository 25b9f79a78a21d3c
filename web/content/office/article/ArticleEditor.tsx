// Form of an article with its actions; if somebody else saved first, the editor's text is not lost.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { ArticleType } from '#contract/content/shapes.ts';
import { useZodForm, type Sending } from '../../../form/Form.tsx';
import { api, queryOf } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { articleSchema, asSent, blankArticle, fieldsOf, type FullArticle } from './article.ts';
import { ArticleActs, type Intent } from './ArticleActs.tsx';
import { ArticleSettings, ArticleWords } from './ArticleForm.tsx';
import { now } from '../../../ui/clock.ts';
import { isWaiting, ReleaseNotice } from '../release/ReleaseNotice.tsx';
import { instantOf, localOf, orNewer, useMayWrite } from '../../../office/editing/editing.ts';
import { FiguresLegend } from '../rich-text/FiguresLegend.tsx';
import { HistoryCard } from '../../../office/editing/HistoryCard.tsx';
import { SaveBar } from '../../../office/editing/SaveBar.tsx';
import { ArticleRead } from './ArticleRead.tsx';
import { EditorFrame } from '../../../office/editing/EditorFrame.tsx';
import { useEditing } from '../../../office/editing/use-editing.ts';
import { fieldText } from '../../../office/editing/field-words.ts';

type Props = {
  type: ArticleType;
  /** The server's current version; null for a new article. */
  latest: FullArticle | null;
  reread?: () => Promise<{ isError: boolean }>;
};

const confirmationOf: Record<Intent['act'], (article: FullArticle) => string> = {
  save: ({ release }) => (isWaiting(release) ? '已送交覆核' : '已儲存'),
  publish: () => '已送交覆核',
  schedule: () => '已送交覆核，通過後於排定的時間公開',
};

/** New time of a scheduled article; `publish` means as soon as it is released. */
const timeOf = ({ act, at }: Intent) => (act === 'publish' ? localOf(now()) : at);

/** Creates or saves the article, and presents it to a second reader if requested. */
function useSave({ type, latest, reread }: Props) {
  const client = useQueryClient();
  const known = (article: FullArticle) => {
    client.setQueryData(queryOf('content', 'getArticle', { id: article.id }).queryKey, {
      data: article,
    });
    void client.invalidateQueries({ queryKey: ['content', 'listArticles'] });
    return article;
  };
  const again = reread ?? (async () => ({ isError: true }));
  const written = async (
    fields: ReturnType<typeof fieldsOf>,
    version: number,
    { idempotencyKey }: Sending,
    at?: string,
  ) => {
    const time = at !== undefined && { at: instantOf(at) };
    const call = latest
      ? api.content.saveArticle({ ...fields, id: latest.id, version, ...time }, { idempotencyKey })
      : api.content.createArticle({ ...fields, type }, { idempotencyKey });
    const answer = await orNewer(call, again);
    return answer && known(answer.data);
  };
  const published = async ({ id, version }: FullArticle, at: string | undefined) => {
    const input = { id, version, ...(at && { at: instantOf(at) }) };
    const answer = await orNewer(api.content.publishArticle(input), again);
    return answer && known(answer.data);
  };
  return { written, published, known };
}

const newerAlert = (newer: FullArticle, onKeep: () => void, onTake: () => void) => ({
  by: newer.updatedBy,
  look: <ArticleRead article={newer} />,
  onKeep,
  onTake,
});

export function ArticleEditor(props: Props) {
  const { type, latest } = props;
  const mayWrite = useMayWrite();
  const mayEdit = mayWrite && !isWaiting(latest?.release);
  const form = useZodForm(articleSchema, latest ? fieldsOf(latest) : blankArticle(type));
  const { base, newer, settle, edition, keep, take } = useEditing({ latest, form, fieldsOf });
  const intent = useRef<Intent>({ act: 'save' });
  const { written, published, known } = useSave(props);
  const navigate = useNavigate();
  const submit = async (values: ReturnType<typeof fieldsOf>, sending: Sending) => {
    const { act, at } = intent.current;
    const isDraft = !latest || latest.status === 'draft';
    const isKept = latest !== null && isDraft && !form.formState.isDirty;
    const time = isDraft ? undefined : timeOf(intent.current);
    const saved = isKept ? base : await written(asSent(values), base.version, sending, time);
    if (!saved) return;
    if (!latest) {
      toast('已儲存草稿，現在可以預覽與送審');
      await navigate(paths.article(saved.id), { replace: true });
      return;
    }
    settle(saved);
    const done = act === 'save' || !isDraft ? saved : await published(saved, at);
    if (!done) return;
    settle(done);
    toast(confirmationOf[act](done));
  };
  return (
    <EditorFrame
      form={form}
      label="內容"
      onSubmit={submit}
      mayWrite={mayWrite}
      notice={
        <ReleaseNotice
          kind={'article'}
          subject={latest}
          mayWrite={mayWrite}
          onRecalled={async () => props.reread?.()}
        />
      }
      newer={newer && newerAlert(newer, keep, take)}
      main={
        <>
          <ArticleWords type={type} edition={edition} readOnly={!mayEdit} />
          {mayEdit && <SaveBar onIntend={() => (intent.current = { act: 'save' })} />}
        </>
      }
      side={
        <>
          {mayWrite && (
            <ArticleActs
              article={latest}
              version={base.version}
              isDirty={form.formState.isDirty}
              onIntend={(next) => (intent.current = next)}
              onChanged={(article) => settle(known(article))}
            />
          )}
          <ArticleSettings type={type} article={latest} readOnly={!mayEdit} />
          {mayWrite && <FiguresLegend />}
          {latest && <HistoryCard history={latest.history} names={fieldText} />}
        </>
      }
    />
  );
}
