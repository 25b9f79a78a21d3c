// Columns of the worktable of receipts: the receipt, who paid and why it lies, the act, the effect.
import { Fragment, useState } from 'react';
import type { OpenReceipt, ReceiptChoice, Suggestion } from '#contract/banking/matches.ts';
import { becauseText, payerText } from '#contract/banking/words.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { Link } from '../../../office/links/Link.tsx';
import { MemberLink } from '../../../office/kit/PayeeLine.tsx';
import * as paths from '../../../office/paths.ts';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import type { Column } from '../../../ui/display/Table.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { Effect, ownerText } from './line-columns.tsx';
import type { LotDraft, LotLine } from './lot.ts';

type Acts = {
  /** False for those who only read. */
  mayAct: boolean;
  notes: LotDraft['notes'];
  choose: (receipt: string, choice: ReceiptChoice) => void;
  explain: (receipt: string, note: string) => void;
};

function Receipt({ of: { taskId, day, amount, seq } }: { of: OpenReceipt }) {
  return (
    <span>
      <Link className="link num block" to={paths.task(taskId)}>
        <Money amount={amount} />
      </Link>
      <span className="block text-sm font-normal text-ink-3 whitespace-nowrap">
        <DateText at={day} />
      </span>
      <span className="office-mono block text-sm font-normal text-ink-3">{seq}</span>
    </span>
  );
}

/** Who paid, as the bank says it and as members are known, and why the money found no owner. */
function Payer({ of }: { of: OpenReceipt }) {
  const { fromBank, fromAccountTail, fromName, memo, payingMembers } = of;
  const account = fromBank
    ? `${fromBank} ${bankName(fromBank)} ****${fromAccountTail ?? ''}`
    : '銀行未提供付款帳戶';
  return (
    <span className="grid gap-1">
      <span>
        <span className="num">{account}</span>
        {fromName && (
          <>
            {' '}
            <span className="whitespace-nowrap">{fromName}</span>
          </>
        )}
        {payingMembers.map(({ id, name }) => (
          <Fragment key={id}>
            {' '}
            <MemberLink id={id} name={name} />
          </Fragment>
        ))}
      </span>
      <span className="text-sm text-ink-3">
        {of.why}　<span className="num">虛擬帳號 {of.virtualAccount}</span>
      </span>
      {memo && <span className="text-sm">附言：{memo}</span>}
      {of.returned !== null && (
        <span className="text-sm">
          <Tag tone="attention">覆核退回</Tag> {of.returned}
        </span>
      )}
    </span>
  );
}

const signsOf = ({ because, lacking }: Suggestion): string =>
  `${because.map((sign) => becauseText[sign]).join('、')}，尚待 ${formatMoney(lacking)}`;

const TYPED = 'typed';

/** A number that is none of the candidates; it counts once the field is left. */
function TypedNumber({ value, onNumber }: { value: string; onNumber: (number: string) => void }) {
  const [text, setText] = useState(value);
  const isNumber = /^[A-Za-z]\d{1,19}$/.test(text.trim());
  const send = () => isNumber && onNumber(text.trim().toUpperCase());
  return (
    <Field
      label="訂單編號或案號"
      error={text === '' || isNumber ? undefined : '請照頁面上的寫法輸入'}
    >
      <TextInput
        value={text}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={send}
        onKeyDown={(event) => event.key === 'Enter' && send()}
      />
    </Field>
  );
}

function Choice({ line, choose }: { line: LotLine; choose: Acts['choose'] }) {
  const { of, choice } = line;
  const { receipt, candidates } = of;
  const [isTyping, setTyping] = useState(false);
  const number = choice?.act === 'match' ? choice.number : null;
  const isCandidate = number !== null && candidates.some((one) => one.number === number);
  const isTyped = isTyping || (number !== null && !isCandidate);
  const value = isTyped ? TYPED : (number ?? choice?.act ?? '');
  const choices = [
    ...candidates.map((one) => ({ value: one.number, label: `${one.number}　${signsOf(one)}` })),
    { value: TYPED, label: '輸入訂單編號或案號' },
    { value: 'return', label: '退回原付款帳戶' },
    { value: 'leave', label: '先不處理' },
  ];
  return (
    <span className="grid gap-2 min-w-56">
      <Select
        aria-label={`怎麼處理 ${of.seq}`}
        options={choices}
        placeholder={value === '' ? '請選擇' : null}
        value={value}
        onChange={(event) => {
          const chosen = event.target.value;
          setTyping(chosen === TYPED);
          if (chosen === 'return' || chosen === 'leave') choose(receipt, { act: chosen });
          else if (chosen !== TYPED) choose(receipt, { act: 'match', number: chosen });
        }}
      />
      {isTyped && (
        <TypedNumber
          value={isCandidate ? '' : (number ?? '')}
          onNumber={(typed) => choose(receipt, { act: 'match', number: typed })}
        />
      )}
    </span>
  );
}

function Outcome({ line, notes, explain }: { line: LotLine } & Pick<Acts, 'notes' | 'explain'>) {
  const { of, choice, effect, needsNote } = line;
  if (choice === null) return <span className="text-ink-3">請選擇</span>;
  if (choice.act === 'leave') return <span className="text-ink-3">留在待比對</span>;
  if (choice.act === 'return') {
    return (
      <span>
        退回 <Money amount={of.amount} />
      </span>
    );
  }
  if (!effect) {
    return of.refused === null ? (
      <span className="text-ink-3">試算中……</span>
    ) : (
      <span className="text-danger">{of.refused}</span>
    );
  }
  return (
    <span className="grid gap-1">
      <span className="num font-bold">{effect.number}</span>
      <span className="text-sm text-ink-3">{ownerText(effect.owner)}</span>
      <Effect target={effect.target} />
      {effect.owner.payer !== 'own' && (
        <span>
          <Tag tone="attention">{payerText[effect.owner.payer]}</Tag>
        </span>
      )}
      {needsNote && (
        <Field label="為何仍然入帳" hint="第三人的款項應退回原付款帳戶">
          <TextInput
            value={notes[of.receipt] ?? ''}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => explain(of.receipt, event.target.value)}
          />
        </Field>
      )}
    </span>
  );
}

/** The columns of the worktable; those who only read see what is proposed. */
export const lotColumns = ({ mayAct, notes, choose, explain }: Acts): Column<LotLine>[] => [
  { key: 'receipt', label: '入帳', head: true, cell: ({ of }) => <Receipt of={of} /> },
  { key: 'payer', label: '付款人與原因', cell: ({ of }) => <Payer of={of} /> },
  ...(mayAct
    ? [
        {
          key: 'choice',
          label: '處理',
          cell: (line: LotLine) => <Choice line={line} choose={choose} />,
        },
      ]
    : []),
  {
    key: 'outcome',
    label: '核可後',
    cell: (line) => <Outcome line={line} notes={notes} explain={explain} />,
  },
];
