// Page for writing a question of the help centre and its answer.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { atField } from '../../../form/at-field.ts';
import { useZodForm, type Sending } from '../../../form/Form.tsx';
import { deleted } from '../../../form/LeaveGuard.tsx';
import { Answered } from '../../../office/kit/Answered.tsx';
import { api, queryOf } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { Ago } from '../../../ui/display/Amount.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { orNewer, useMayWrite } from '../../../office/editing/editing.ts';
import { FiguresLegend } from '../rich-text/FiguresLegend.tsx';
import { HistoryCard } from '../../../office/editing/HistoryCard.tsx';
import { DetailHead } from '../../../office/kit/DetailHead.tsx';
import {
  blankQuestion,
  fieldsOf,
  newQuestionSchema,
  questionSchema,
  type Question,
} from './question.ts';
import { QuestionSettings, QuestionWords } from './QuestionForm.tsx';
import { RemoveButton } from '../../../office/editing/RemoveButton.tsx';
import { Rendered } from '../article/Rendered.tsx';
import { isWaiting, ReleaseNotice } from '../release/ReleaseNotice.tsx';
import { TakeDown } from '../release/TakeDown.tsx';
import { SaveActs } from '../../../office/editing/SaveActs.tsx';
import { SaveBar } from '../../../office/editing/SaveBar.tsx';
import { EditorFrame } from '../../../office/editing/EditorFrame.tsx';
import { useTypedForm } from '../../../office/editing/typed.ts';
import { useEditing } from '../../../office/editing/use-editing.ts';
import { fieldText } from '../../../office/editing/field-words.ts';

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
    <RemoveButton title="刪除這個問題？" text="刪除後無法復原。" verb="刪除" onRemove={remove} />
  );
}

function Read({ row }: { row: Question }) {
  return (
    <div className="grid gap-4">
      <p className="font-bold">{row.question}</p>
      <Rendered body={row.answer} />
    </div>
  );
}

const saveText = (isForPublic: boolean) => (isForPublic ? '儲存並送交覆核' : '儲存');
const savedText = ({ release }: Question) => (isWaiting(release) ? '已送交覆核' : '已儲存');

type Reread = () => Promise<{ isError: boolean }>;

function Editor({ latest, reread }: { latest: Question; reread: Reread }) {
  const client = useQueryClient();
  const mayWrite = useMayWrite();
  const mayEdit = mayWrite && !isWaiting(latest.release);
  const form = useZodForm(questionSchema, fieldsOf(latest));
  const { base, newer, settle, edition, keep, take } = useEditing({ latest, form, fieldsOf });
  const takenDown = async () => {
    const answer = await api.content.getQuestion({ id: base.id });
    client.setQueryData(['content', 'getQuestion', { id: base.id }], answer);
    settle(answer.data);
  };
  const submit = async (values: ReturnType<typeof fieldsOf>, { idempotencyKey }: Sending) => {
    const input = { ...values, id: base.id, version: base.version };
    const answer = await orNewer(api.content.saveQuestion(input, { idempotencyKey }), reread);
    if (!answer) return;
    settle(answer.data);
    toast(savedText(answer.data));
    client.setQueryData(['content', 'getQuestion', { id: base.id }], answer);
    await client.invalidateQueries({ queryKey: ['content', 'listQuestions'] });
  };
  return (
    <EditorFrame
      form={form}
      label="常見問題"
      onSubmit={submit}
      mayWrite={mayWrite}
      notice={
        <ReleaseNotice kind="question" subject={latest} mayWrite={mayWrite} onRecalled={reread} />
      }
      newer={
        newer && { by: newer.updatedBy, look: <Read row={newer} />, onKeep: keep, onTake: take }
      }
      main={
        <>
          <QuestionWords edition={edition} readOnly={!mayEdit} />
          {mayEdit && <SaveBar />}
        </>
      }
      side={
        <>
          {mayWrite && (
            <SaveActs
              isDirty={form.formState.isDirty}
              isSaved
              text={saveText(form.watch('published'))}
              mayEdit={mayEdit}
            >
              {latest.isPublic ? (
                <TakeDown kind="question" id={base.id} version={base.version} onDone={takenDown} />
              ) : (
                <Remove row={base} />
              )}
            </SaveActs>
          )}
          <QuestionSettings readOnly={!mayEdit} isPublic={latest.isPublic} />
          {mayWrite && <FiguresLegend />}
          <HistoryCard history={latest.history} names={fieldText} />
        </>
      }
    />
  );
}

export function QuestionPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('content', 'getQuestion', { id }));
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
  const edition = useTypedForm(form);
  return (
    <>
      <DetailHead back={back} title="新增問題" />
      <EditorFrame
        form={form}
        label="常見問題"
        onSubmit={async (values, { idempotencyKey }) => {
          try {
            const { data } = await api.content.createQuestion(values, { idempotencyKey });
            await client.invalidateQueries({ queryKey: ['content', 'listQuestions'] });
            toast(savedText(data));
            await navigate(paths.question(data.id), { replace: true });
          } catch (error) {
            throw atField(error, { SLUG_TAKEN: 'slug' });
          }
        }}
        main={
          <>
            <QuestionWords edition={edition} readOnly={false} />
            <SaveBar />
          </>
        }
        side={
          <>
            <SaveActs
              isDirty={form.formState.isDirty}
              isSaved={false}
              text={saveText(form.watch('published'))}
            />
            <QuestionSettings readOnly={false} isNew />
            <FiguresLegend />
          </>
        }
      />
    </>
  );
}
