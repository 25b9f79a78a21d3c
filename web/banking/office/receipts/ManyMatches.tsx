// Receipts whose owner is certain: a preview of what each does, and proposing many of them at once.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import type { ExactMatch } from '#contract/banking/matches.ts';
import { sum } from '#contract/core/money.ts';
import { matchText, payerText } from '#contract/banking/words.ts';
import { api, queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { useAct } from '../../../use-act.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { type Column, Table } from '../../../ui/display/Table.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { toast } from '../../../ui/overlay/toasts.tsx';

type Line = Pick<ExactMatch, 'number' | 'target' | 'owner'>;

/** What a line does with its money, in words. */
function Effect({ target: { type, used, rest, fee } }: Pick<Line, 'target'>) {
  const feeText = fee > 0 ? `，扣手續費 ${formatMoney(fee)}` : '';
  return (
    <>
      <span className="block">
        {matchText[type].used} {formatMoney(used)}
      </span>
      {rest > 0 && (
        <span className="block text-sm text-ink-3">
          {matchText[type].rest} {formatMoney(rest)}
          {feeText}
        </span>
      )}
    </>
  );
}

/** Columns about the owner and the effect, for the preview and for the second person. */
export const lineColumns: Column<Line>[] = [
  {
    key: 'number',
    label: '對象',
    head: true,
    cell: ({ number, owner }) => (
      <>
        <span className="num block font-bold">{number}</span>
        <span className="block text-sm font-normal text-ink-3">
          {owner.name ?? '未提供姓名'}，{owner.bound ?? '沒有生效中的帳戶'}
        </span>
      </>
    ),
  },
  { key: 'payer', label: '付款人', cell: ({ owner }) => payerText[owner.payer] },
  { key: 'effect', label: '核可後', cell: ({ target }) => <Effect target={target} /> },
];

function usePropose(chosen: readonly ExactMatch[], onDone: () => void) {
  const client = useQueryClient();
  return useAct(
    async () => {
      const matches = chosen.map(({ receipt, number }) => ({ receipt, number }));
      const { data } = await api.banking.proposeMatches({ matches });
      toast(`已送出 ${data.receipts} 筆，等待另一位同仁覆核`);
      onDone();
    },
    {
      afterwards: async () => {
        await client.invalidateQueries({ queryKey: ['banking'] });
        await client.invalidateQueries({ queryKey: ['tasks'] });
      },
    },
  );
}

function Preview({ lines, onDone }: { lines: readonly ExactMatch[]; onDone: () => void }) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = lines.filter(({ receipt }) => !left.includes(receipt));
  const total = sum(chosen.map(({ amount }) => amount));
  const { busy, problem, run } = usePropose(chosen, onDone);
  const choose: Column<ExactMatch> = {
    key: 'choice',
    label: '選取',
    cell: ({ receipt, number, amount }) => (
      <input
        type="checkbox"
        className="w-5.5 h-5.5 accent-primary align-middle"
        aria-label={`選取 ${number} 的 ${formatMoney(amount)}`}
        checked={!left.includes(receipt)}
        onChange={(event) => {
          const others = left.filter((id) => id !== receipt);
          setLeft(event.target.checked ? others : [...others, receipt]);
        }}
      />
    ),
  };
  return (
    <div className="grid gap-5">
      {problem && (
        <Alert tone="danger" title="沒有送出">
          {problem}
        </Alert>
      )}
      <Table
        caption={`對象確定的入帳，${lines.length} 筆`}
        rows={lines}
        rowKey={({ receipt }) => receipt}
        columns={[
          choose,
          { key: 'day', label: '入帳日', cell: ({ day }) => <DateText at={day} /> },
          {
            key: 'amount',
            label: '金額',
            numeric: true,
            cell: ({ amount }) => <Money amount={amount} />,
          },
          ...lineColumns,
        ]}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="me-auto">
          已選 <strong>{chosen.length}</strong> 筆，共 <strong>{formatMoney(total)}</strong>
        </p>
        <Button onClick={onDone}>取消</Button>
        <Button
          look="primary"
          busy={busy}
          disabledReason={chosen.length === 0 ? '請先選取入帳' : undefined}
          onClick={() => void run()}
        >
          送出比對
        </Button>
      </div>
    </div>
  );
}

function Lines({ onDone }: { onDone: () => void }) {
  const query = useQuery(queryOf('banking', 'exactMatches', {}));
  return (
    <Answered query={query} what="對象確定的入帳">
      {({ data }) =>
        data.length === 0 ? (
          <p>沒有對象確定的入帳；其餘的請逐筆比對。</p>
        ) : (
          <Preview lines={data} onDone={onDone} />
        )
      }
    </Answered>
  );
}

/** Opens the preview of all receipts whose owner is certain. */
export function ManyMatches() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div>
      <Button
        look="primary"
        icon={<CheckCheck size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        整批比對對象確定的入帳
      </Button>
      <Dialog size="lg" open={open} onClose={close} title="整批比對">
        {open && <Lines onDone={close} />}
      </Dialog>
    </div>
  );
}
