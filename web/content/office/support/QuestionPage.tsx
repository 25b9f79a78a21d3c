// Writing one question of the help centre and its answer.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { atField } from '../../../form/at-field.ts';
import { Form, useZodForm, type Sending } from '../../../form/Form.tsx';
import { deleted, LeaveQuestion } from '../../../form/LeaveGuard.tsx';
import { Answered } from '../../../office/kit/Answered.tsx';
import { api, asked } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { Ago } from '../../../ui/display/Amount.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { orNewer, useBase, useMayWrite } from '../editing.ts';
import { FiguresLegend } from '../rich-text/FiguresLegend.tsx';
import { HistoryCard } from '../HistoryCard.tsx';
import { NewerAlert } from '../NewerAlert.tsx';
import { DetailHead } from '../../../office/kit/DetailHead.tsx';
import { ReadOnlyNote } from '../ReadOnlyNote.tsx';
import {
  blankQuestion,
  fieldsOf,
  newQuestionSchema,
  questionSchema,
  type Question,
} from './question.ts';
import { QuestionSettings, QuestionWords } from './QuestionForm.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { Rendered } from '../article/Rendered.tsx';
import { SaveActs } from '../SaveActs.tsx';
import { SaveBar } from '../SaveBar.tsx';

const back = { to: paths.questions(), text: '常見問題' };

function Remove({ row }: { row: Question }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await api.content.deleteQuestion({ id: row.id, version: row.version });
    await client.invalidateQueries({ queryKey: ['content', 'listQuestions'] });
    toast('已刪除');
    await navigate(paths.questions(), deleted);
  };
  return (
    <RemoveButton
      title="刪除這個問題？"
      text="幫助中心不再顯示，刪除後無法復原。只想暫時收起，請改為不公開。"
      verb="刪除"
      onRemove={remove}
    />
  );
}

type Reread = () => Promise<{ isError: boolean }>;

function Editor({ latest, reread }: { latest: Question; reread: Reread }) {
  const client = useQueryClient();
  const mayWrite = useMayWrite();
  const { base, setBase, newer } = useBase(latest);
  const [edition, setEdition] = useState(0);
  const form = useZodForm(questionSchema, fieldsOf(latest));
  const { isDirty, isSubmitting } = form.formState;
  const settle = (row: Question) => {
    setBase(row);
    form.reset(fieldsOf(row));
  };
  const submit = async (values: ReturnType<typeof fieldsOf>, { idempotencyKey }: Sending) => {
    const input = { ...values, id: base.id, version: base.version };
    const answer = await orNewer(api.content.saveQuestion(input, { idempotencyKey }), reread);
    if (!answer) return;
    settle(answer.data);
    toast(answer.data.published ? '已儲存，幫助中心已更新' : '已儲存');
    client.setQueryData(['content', 'getQuestion', { id: base.id }], answer);
    await client.invalidateQueries({ queryKey: ['content', 'listQuestions'] });
  };
  return (
    <>
      {!mayWrite && <ReadOnlyNote />}
      <Form form={form} label="常見問題" className="office-editor" onSubmit={submit}>
        {newer && (
          <div className="office-editor-wide">
            <NewerAlert
              by={newer.updatedBy}
              look={
                <div className="grid gap-4">
                  <p className="font-bold">{newer.question}</p>
                  <Rendered body={newer.answer} />
                </div>
              }
              onKeep={() => setBase(newer)}
              onTake={() => {
                settle(newer);
                setEdition(edition + 1);
              }}
            />
          </div>
        )}
        <div className="office-editor-main">
          <QuestionWords edition={edition} readOnly={!mayWrite} />
          {mayWrite && <SaveBar />}
        </div>
        <div className="office-editor-side">
          {mayWrite && (
            <SaveActs isDirty={isDirty} isSaved>
              <Remove row={base} />
            </SaveActs>
          )}
          <QuestionSettings readOnly={!mayWrite} />
          {mayWrite && <FiguresLegend />}
          <HistoryCard history={latest.history} />
        </div>
      </Form>
      <LeaveQuestion dirty={mayWrite && isDirty && !isSubmitting} />
    </>
  );
}

export function QuestionPage() {
  const { id = '' } = useParams();
  const query = useQuery(asked('content', 'getQuestion', { id }));
  return (
    <Answered query={query} what="這個問題" back={back}>
      {({ data: row }) => (
        <>
          <DetailHead back={back} title={row.question}>
            <span>網址代號 {row.slug}（不會改變）</span>
            <span>
              最近修改 <Ago at={row.updatedAt} /> {row.updatedBy}
            </span>
          </DetailHead>
          <Editor key={row.id} latest={row} reread={() => query.refetch()} />
        </>
      )}
    </Answered>
  );
}

export function NewQuestionPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useZodForm(newQuestionSchema, { ...blankQuestion, slug: '' });
  const { isDirty, isSubmitting } = form.formState;
  return (
    <>
      <DetailHead back={back} title="新增問題" />
      <Form
        form={form}
        label="常見問題"
        className="office-editor"
        onSubmit={async (values, { idempotencyKey }) => {
          try {
            const { data } = await api.content.createQuestion(values, { idempotencyKey });
            await client.invalidateQueries({ queryKey: ['content', 'listQuestions'] });
            toast('已儲存');
            await navigate(paths.question(data.id), { replace: true });
          } catch (error) {
            throw atField(error, { SLUG_TAKEN: 'slug' });
          }
        }}
      >
        <div className="office-editor-main">
          <QuestionWords edition={0} readOnly={false} />
          <SaveBar />
        </div>
        <div className="office-editor-side">
          <SaveActs isDirty={isDirty} isSaved={false} />
          <QuestionSettings readOnly={false} isNew />
          <FiguresLegend />
        </div>
      </Form>
      <LeaveQuestion dirty={isDirty && !isSubmitting} />
    </>
  );
}
