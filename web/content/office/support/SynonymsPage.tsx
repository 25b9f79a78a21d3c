// Page of the synonym groups for the help centre's search, which are saved together.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { ApiFailure } from '../../../api.ts';
import { LeaveQuestion } from '../../../form/LeaveGuard.tsx';
import { Answered } from '../../../office/kit/Answered.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { PageTitle } from '../../../office/kit/PageTitle.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { useAct } from '../../../use-act.ts';
import { uuid } from '../../../uuid.ts';
import { useMayWrite } from '../../../office/editing/editing.ts';
import { NewerAlert } from '../../../office/editing/NewerAlert.tsx';
import { useBase } from '../../../office/editing/use-editing.ts';

type Synonyms = { groups: string[][]; version: number };
type Row = { key: string; text: string };

const MIN = 2;
const MAX = 12;
const LENGTH = { min: 2, max: 20 };

const rowsOf = (groups: readonly string[][]): Row[] =>
  groups.map((words) => ({ key: uuid(), text: words.join('、') }));
const wordsIn = (text: string) =>
  text
    .split(/[、,，；;]+/)
    .map((word) => word.trim())
    .filter(Boolean);

/**
 * Returns the problem of a group; undefined if there is none. Empty groups are left out on saving.
 */
function problemOf(text: string): string | undefined {
  const words = wordsIn(text);
  if (words.length === 0) return undefined;
  if (words.length < MIN) return '一組至少兩個詞';
  if (words.length > MAX) return `一組最多 ${MAX} 個詞`;
  const wrong = words.find(({ length }) => length < LENGTH.min || length > LENGTH.max);
  return wrong && `「${wrong}」須為 ${LENGTH.min} 至 ${LENGTH.max} 個字`;
}

function Group({
  row,
  at,
  readOnly,
  onChange,
  onRemove,
}: {
  row: Row;
  at: number;
  readOnly: boolean;
  onChange: (text: string) => void;
  onRemove: () => void;
}) {
  return (
    <li className="office-synonym grid grid-cols-[minmax(0,1fr)_auto] gap-1 items-start">
      <Field id={`group-${row.key}`} label={`第 ${at + 1} 組`} error={problemOf(row.text)}>
        <TextInput
          value={row.text}
          readOnly={readOnly}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {!readOnly && (
        <IconButton label={`移除第 ${at + 1} 組`} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** Saves all groups; if somebody else saved first, the refusal says who. */
function useSave(rows: readonly Row[], version: number, onSaved: (saved: Synonyms) => void) {
  const client = useQueryClient();
  const read = queryOf('content', 'getSynonyms', {});
  const [incomplete, setIncomplete] = useState('');
  const [by, setBy] = useState<string | null>(null);
  const act = useAct(async (groups: string[][]) => {
    try {
      const answer = await api.content.saveSynonyms({ groups, version });
      client.setQueryData(read.queryKey, answer);
      onSaved(answer.data);
      toast('已儲存，搜尋已更新');
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'CONTENT_CHANGED') throw error;
      setBy(typeof error.data['by'] === 'string' ? error.data['by'] : null);
      await client.invalidateQueries({ queryKey: read.queryKey });
    }
  });
  const save = () => {
    const isWrong = rows.some(({ text }) => problemOf(text));
    setIncomplete(isWrong ? '還有幾組需要修正' : '');
    act.clear();
    if (isWrong) return;
    void act.run(rows.map(({ text }) => wordsIn(text)).filter(({ length }) => length > 0));
  };
  return { busy: act.busy, problem: incomplete || act.problem, by, save };
}

/** Shows all groups, or those that contain a word; `save` is omitted for read-only users. */
function Groups({
  rows,
  onRowsChange,
  save,
}: {
  rows: readonly Row[];
  onRowsChange: (rows: Row[]) => void;
  save: ReactNode;
}) {
  const [wanted, setWanted] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const words = wanted.trim();
  const add = () => {
    setWanted('');
    onRowsChange([{ key: uuid(), text: '' }, ...rows]);
    setTimeout(() => list.current?.querySelector('input')?.focus());
  };
  const put = (key: string, text: string) =>
    onRowsChange(rows.map((one) => (one.key === key ? { ...one, text } : one)));
  return (
    <Card as="section" className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Field id="synonym-search" label="尋找" optional>
          <TextInput
            type="search"
            value={wanted}
            autoComplete="off"
            onChange={(event) => setWanted(event.target.value)}
          />
        </Field>
        {save && (
          <div className="flex flex-wrap gap-3">
            <Button icon={<Plus size={18} aria-hidden="true" />} onClick={add}>
              新增一組
            </Button>
            {save}
          </div>
        )}
      </div>
      <ul
        ref={list}
        className="grid gap-3.5 min-[1180px]:grid-cols-2 min-[1180px]:gap-x-8 min-[1180px]:gap-y-4"
        aria-label="同義詞"
      >
        {rows.map((row, at) =>
          words && !row.text.includes(words) ? null : (
            <Group
              key={row.key}
              row={row}
              at={at}
              readOnly={!save}
              onChange={(text) => put(row.key, text)}
              onRemove={() => onRowsChange(rows.filter((one) => one.key !== row.key))}
            />
          ),
        )}
      </ul>
      {rows.length === 0 && <p className="text-ink-3">還沒有同義詞，搜尋只找一樣的字</p>}
    </Card>
  );
}

function Editor({ latest }: { latest: Synonyms }) {
  const mayWrite = useMayWrite();
  const { base, setBase, newer } = useBase(latest);
  const [rows, setRows] = useState(() => rowsOf(latest.groups));
  const take = (all: Synonyms) => {
    setBase(all);
    setRows(rowsOf(all.groups));
  };
  const { busy, problem, by, save } = useSave(rows, base.version, take);
  const isDirty =
    rows
      .map(({ text }) => wordsIn(text).join('、'))
      .filter(Boolean)
      .join('\n') !== base.groups.map((words) => words.join('、')).join('\n');
  return (
    <>
      {newer && (
        <NewerAlert
          by={by}
          look={
            <ul className="office-list">
              {newer.groups.map((group) => (
                <li key={group.join()}>{group.join('、')}</li>
              ))}
            </ul>
          }
          onKeep={() => setBase({ ...base, version: newer.version })}
          onTake={() => take(newer)}
        />
      )}
      {problem && <Alert tone="danger" live title={problem} />}
      <Groups
        rows={rows}
        onRowsChange={setRows}
        save={
          mayWrite && (
            <Button look="primary" busy={busy} busyLabel="儲存中……" onClick={save}>
              儲存全部
            </Button>
          )
        }
      />
      <LeaveQuestion dirty={mayWrite && isDirty && !busy} />
    </>
  );
}

export function SynonymsPage() {
  const query = useQuery(queryOf('content', 'getSynonyms', {}));
  return (
    <div className="grid gap-6">
      <PageTitle>同義詞</PageTitle>
      <h1>同義詞</h1>
      <p className="max-w-2xl text-ink-2">
        幫助中心搜尋時，同一組的詞視為同一件事。一組兩個以上的詞，以頓號分開，例如「提前清償、提前還款、早還」。
      </p>
      <Answered query={query} what="同義詞">
        {({ data }) => <Editor latest={data} />}
      </Answered>
    </div>
  );
}
