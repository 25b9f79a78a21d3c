// Worktable of receipts without an owner: each row has what is proposed, and one act sends all of
// them to the second person: owners as one task, and returns as one batch.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  choicesText,
  type OpenReceipt,
  type ReceiptChoice,
  type ReceiptLotLine,
} from '#contract/banking/matches.ts';
import { returnReasons } from '#contract/banking/words.ts';
import { countText } from '#contract/core/lists.ts';
import { sum } from '#contract/core/money.ts';
import { api, queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { SelectionBar } from '../../../office/kit/bars/SelectionBar.tsx';
import { MoneyDesk } from '../../../office/kit/MoneyDesk.tsx';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { useAct } from '../../../use-act.ts';
import { Alert, EmptyState } from '../../../ui/display/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Table } from '../../../ui/display/Table.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { type LotDraft, type LotLine, lotLine, useLotDraft } from './lot.ts';
import { lotColumns } from './lot-columns.tsx';

/** The lines that are sent: returns, and matches whose effect was shown. */
function linesOf(lines: readonly LotLine[], notes: LotDraft['notes']) {
  return lines.flatMap(({ of: { receipt }, choice, effect }): ReceiptLotLine[] => {
    if (choice?.act === 'return') return [{ receipt, act: 'return' }];
    if (choice?.act !== 'match' || !effect) return [];
    const note = notes[receipt]?.trim();
    const { number, target } = effect;
    return [{ receipt, act: 'match', number, used: target.used, ...(note && { note }) }];
  });
}

/** Why the lot cannot be sent yet; undefined if it can. */
function missing(lines: readonly LotLine[], { notes, reason }: LotDraft): string | undefined {
  const returns = lines.filter(({ choice }) => choice?.act === 'return');
  const matches = lines.filter(({ choice }) => choice?.act === 'match');
  if (returns.length + matches.length === 0) return '請先選擇怎麼處理';
  if (matches.some(({ effect, of }) => !effect && of.refused === null)) return '正在試算';
  if (matches.some(({ effect }) => !effect)) return '有不能入帳的對象，請改選';
  if (lines.some(({ needsNote, of }) => needsNote && !notes[of.receipt]?.trim())) {
    return '請寫明第三人的款項為何仍然入帳';
  }
  if (returns.length > 0 && reason.trim() === '') return '請填寫退回的原因';
  return undefined;
}

function useSend(onSent: () => void) {
  const client = useQueryClient();
  return useAct(
    async (lines: ReturnType<typeof linesOf>, reason: string) => {
      const { data } = await api.banking.proposeReceipts({ lines, ...(reason && { reason }) });
      const said = [
        ...(data.matched > 0 ? [`${data.matched} 筆入帳`] : []),
        ...(data.returned > 0 ? [`${data.returned} 筆退回`] : []),
      ];
      toast(`已送出 ${said.join('、')}，等待另一位同仁覆核`);
      onSent();
    },
    {
      afterwards: async () => {
        await client.invalidateQueries({ queryKey: ['banking'] });
        await client.invalidateQueries({ queryKey: ['tasks'] });
      },
    },
  );
}

function ReturnReason({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <div className="grid gap-2">
      <Field label="退回的原因" hint="覆核的同仁會看到，也會記入稽核紀錄">
        <TextInput
          value={value}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {returnReasons.map((text) => (
          <Button key={text} size="sm" onClick={() => onChange(text)}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}

const totalOf = (lines: readonly LotLine[]) => formatMoney(sum(lines.map(({ of }) => of.amount)));

/** What is chosen so far, the reason for returns, and the button that sends it. */
function SendBar({
  lines,
  draft,
  change,
  onSent,
}: {
  lines: readonly LotLine[];
  draft: LotDraft;
  change: (changes: Partial<LotDraft>) => void;
  onSent: () => void;
}) {
  const { busy, problem, run } = useSend(onSent);
  const matches = lines.filter(({ choice }) => choice?.act === 'match');
  const returns = lines.filter(({ choice }) => choice?.act === 'return');
  const open = lines.filter(({ choice }) => choice === null);
  const returnOthers = () => {
    const others = open.map(({ of }): [string, ReceiptChoice] => [of.receipt, { act: 'return' }]);
    change({ choices: { ...draft.choices, ...Object.fromEntries(others) } });
  };
  return (
    <SelectionBar
      status={
        <>
          入帳 <strong>{matches.length}</strong> 筆、{totalOf(matches)}；退回{' '}
          <strong>{returns.length}</strong> 筆、{totalOf(returns)}
          {open.length > 0 && <>；還有 {open.length} 筆沒有決定</>}
        </>
      }
      problem={
        problem && (
          <Alert tone="danger" title="沒有送出">
            {problem}
          </Alert>
        )
      }
    >
      {open.length > 0 && <Button onClick={returnOthers}>其餘 {open.length} 筆都退回</Button>}
      <Button
        look="primary"
        busy={busy}
        disabledReason={missing(lines, draft)}
        onClick={() => void run(linesOf(lines, draft.notes), draft.reason.trim())}
      >
        送出覆核
      </Button>
    </SelectionBar>
  );
}

function Worktable({
  rows,
  total,
  draft,
  change,
  onSent,
  mayAct,
}: {
  rows: readonly OpenReceipt[];
  total: number;
  draft: LotDraft;
  change: (changes: Partial<LotDraft>) => void;
  onSent: () => void;
  mayAct: boolean;
}) {
  const lines = rows.map((row) => lotLine(row, draft.choices));
  const columns = lotColumns({
    mayAct,
    notes: draft.notes,
    choose: (receipt, choice) => change({ choices: { ...draft.choices, [receipt]: choice } }),
    explain: (receipt, note) => change({ notes: { ...draft.notes, [receipt]: note } }),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Table
        caption={countText(rows.length, '筆')}
        columns={columns}
        rows={lines}
        rowKey={({ of }) => of.receipt}
      />
      {total > rows.length && (
        <p className="text-ink-3">另有 {total - rows.length} 筆，送出這一批之後會接著出現。</p>
      )}
      {mayAct && lines.some(({ choice }) => choice?.act === 'return') && (
        <ReturnReason value={draft.reason} onChange={(reason) => change({ reason })} />
      )}
      {mayAct && <SendBar lines={lines} draft={draft} change={change} onSent={onSent} />}
    </div>
  );
}

function Lot({ userId, mayAct }: { userId: string; mayAct: boolean }) {
  const { draft, change, clear } = useLotDraft(userId);
  const choices = choicesText(new Map(Object.entries(draft.choices)));
  const query = useQuery({
    ...queryOf('banking', 'openReceipts', { choices }),
    placeholderData: keepPreviousData,
  });
  return (
    <Answered query={query} what="待比對的入帳">
      {({ data, total }) =>
        data.length === 0 ? (
          <EmptyState title="沒有待比對的入帳">每一筆款項都找到了主人。</EmptyState>
        ) : (
          <Worktable
            rows={data}
            total={total}
            draft={draft}
            change={change}
            onSent={clear}
            mayAct={mayAct}
          />
        )
      }
    </Answered>
  );
}

export function ReceiptLotPage() {
  const me = useOperator().data?.data;
  return (
    <MoneyDesk title="整批處理入帳" back={{ to: paths.money('receipts'), text: '入帳' }}>
      {me && <Lot userId={me.id} mayAct={me.roles.includes('finance')} />}
    </MoneyDesk>
  );
}
