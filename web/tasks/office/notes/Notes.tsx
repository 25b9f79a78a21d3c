// Notes on a member, a loan, an order or a task: the newest first, and a form for a new one.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import {
  NOTE_FILES_MAX,
  NOTE_MAX,
  type Note,
  type NoteSubject,
  noteReaders,
  noteWriters,
} from '#contract/tasks/notes.ts';
import { subjectText } from '#contract/core/subject-words.ts';
import { Link } from '../../../office/links/Link.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { useKeptValues, useTyped } from '../../../office/editing/typed.ts';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { saveAs } from '../../../save-as.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { FileUpload } from '../../../ui/fields/FileUpload.tsx';
import { Select, TextArea } from '../../../ui/fields/Select.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { useAct } from '../../../use-act.ts';
import { uuid } from '../../../uuid.ts';

export type NotesOf = {
  subject: NoteSubject;
  id: string;
  /** Only the notes of this topic, to which new ones belong too. */
  topic?: NonNullable<Note['topic']>;
};

const pathOf: Record<NoteSubject, (id: string) => string> = {
  member: (id) => paths.member(id),
  loan: (id) => paths.loan(id),
  order: (id) => paths.order(id),
  task: (id) => paths.task(id),
};

/** Link to the subject of a note. */
export function NoteSubjectLink({ subject: { type, id, label } }: Pick<Note, 'subject'>) {
  return (
    <Link className="link" to={pathOf[type](id)}>
      {subjectText[type]} <span className="num">{label}</span>
    </Link>
  );
}

function NoteFile({ file, number }: { file: Note['files'][number]; number: number }) {
  const isPdf = file.contentType === 'application/pdf';
  const { busy, run: save } = useAct(
    async () => {
      const content = await api.tasks.readNoteFile({ id: file.id });
      saveAs(content, `備註附件-${file.id}.${isPdf ? 'pdf' : 'jpg'}`);
    },
    { toasted: 'danger' },
  );
  return (
    <Button
      size="sm"
      look="quiet"
      busy={busy}
      busyLabel="下載中……"
      icon={<Paperclip size={16} aria-hidden="true" />}
      onClick={() => void save()}
    >
      附件 {number}（{isPdf ? 'PDF' : '圖片'}，{Math.max(1, Math.ceil(file.bytes / 1024))} KB）
    </Button>
  );
}

/** The text, the attachments and who is mentioned. */
export function NoteBody({ note }: { note: Note }) {
  return (
    <>
      <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
      {note.mentions.length > 0 && (
        <p className="text-sm text-ink-3">提及 {note.mentions.join('、')}</p>
      )}
      {note.files.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {note.files.map((file, i) => (
            <NoteFile key={file.id} file={file} number={i + 1} />
          ))}
        </div>
      )}
    </>
  );
}

/** Choice of the colleagues who are told about the note. */
function Mentions({
  id,
  chosen,
  onChoose,
}: {
  id: string;
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const me = useOperator().data?.data.id;
  const query = useQuery({ ...queryOf('tasks', 'colleagues', {}), staleTime: 60_000 });
  const readers: readonly string[] = noteReaders;
  const all = (query.data?.data ?? []).filter(
    (one) => one.id !== me && one.roles.some((role) => readers.includes(role)),
  );
  return (
    <Field id={id} label="提及同仁" hint="對方會在「提及」看到這則備註" optional>
      <Select
        value=""
        placeholder={
          chosen.length === 0
            ? '不提及'
            : all
                .filter((one) => chosen.includes(one.id))
                .map(({ name }) => name)
                .join('、')
        }
        options={all.map((one) => ({
          value: one.id,
          label: `${chosen.includes(one.id) ? '移除 ' : ''}${one.name}`,
        }))}
        onChange={({ target: { value } }) => {
          if (value === '') return;
          onChoose(
            chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
          );
        }}
      />
    </Field>
  );
}

function NewNote({ subject, id, topic }: NotesOf) {
  const client = useQueryClient();
  const typed = useTyped(`note ${topic ?? ''}`);
  const [text, setText] = useState(() => String(typed.draft?.['text'] ?? ''));
  const [mentions, setMentions] = useState<readonly string[]>(
    () => (typed.draft?.['mentions'] as string[] | undefined) ?? [],
  );
  useKeptValues(typed, text === '' ? null : { text, mentions });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [round, setRound] = useState(uuid);
  const [missing, setMissing] = useState(false);
  const { busy, problem, run } = useAct(async () => {
    await api.tasks.addNote(
      { subject, id, ...(topic && { topic }), text: text.trim(), mentions: mentions.join(',') },
      { files: { file: files }, idempotencyKey: round },
    );
    await client.invalidateQueries({ queryKey: ['tasks', 'listNotes'] });
    toast('已新增備註');
    setText('');
    setMentions([]);
    setFiles([]);
    setRound(uuid());
  });
  const send = () => {
    setMissing(text.trim() === '');
    if (text.trim() !== '') void run();
  };
  const of = `note-${subject}-${id}${topic ?? ''}`;
  return (
    <div className="grid gap-4">
      {problem && <Alert tone="danger" live title={problem} />}
      <Field id={`${of}-text`} label="新增備註" error={missing ? '請填寫備註內容' : undefined}>
        <TextArea
          value={text}
          rows={3}
          limit={NOTE_MAX}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <details className="grid gap-4">
        <summary className="cursor-pointer text-primary">提及同仁、附上檔案</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Mentions id={`${of}-mentions`} chosen={mentions} onChoose={setMentions} />
          <Field id={`${of}-files`} label="附件" hint="圖片或 PDF" optional>
            <FileUpload
              key={round}
              camera={false}
              judged={false}
              pdf
              max={NOTE_FILES_MAX}
              onFilesChange={setFiles}
            />
          </Field>
        </div>
      </details>
      <div>
        <Button busy={busy} onClick={send}>
          新增備註
        </Button>
      </div>
    </div>
  );
}

/** Notes that are shown before the button for older ones. */
const PER_PAGE = 20;

function List({ subject, id, topic }: NotesOf) {
  const [count, setCount] = useState(PER_PAGE);
  const query = useQuery(
    queryOf('tasks', 'listNotes', { subject, id, ...(topic && { topic }), item_per_page: count }),
  );
  return (
    <Answered query={query} what="備註">
      {({ data, older }) =>
        data.length === 0 ? (
          <p className="text-ink-3">還沒有備註</p>
        ) : (
          <>
            <ul className="divide-y divide-line">
              {data.map((note) => (
                <li key={note.id} className="grid gap-1.5 py-3">
                  <NoteBody note={note} />
                  <p className="text-sm text-ink-3">
                    {note.author}・<DateText at={note.at} />
                    {note.topic === 'legal' && !topic && '・法律文件'}
                    {(note.subject.type !== subject || note.subject.id !== id) && (
                      <>
                        ・<NoteSubjectLink subject={note.subject} />
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
            {older && count < 100 && (
              <Button size="sm" look="quiet" onClick={() => setCount(count + PER_PAGE)}>
                顯示較早的備註
              </Button>
            )}
          </>
        )
      }
    </Answered>
  );
}

/** The notes on one subject; nothing for operators who may not read notes. */
export function Notes({ title = '備註', ...of }: NotesOf & { title?: string }) {
  const roles: readonly string[] = useOperator().data?.data.roles ?? [];
  if (!noteReaders.some((role) => roles.includes(role))) return null;
  return (
    <Card as="section" aria-label={title}>
      <CardHead title={title} />
      <div className="grid gap-4">
        <List {...of} />
        {noteWriters.some((role) => roles.includes(role)) && (
          <NewNote key={`${of.subject} ${of.id}`} {...of} />
        )}
      </div>
    </Card>
  );
}
