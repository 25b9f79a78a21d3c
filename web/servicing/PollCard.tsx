// An investor's ballot after a violation: the choice, its weight, the deadline and the result.
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { HARDSHIP, WISH } from '#contract/servicing/negotiation.ts';
import { POLL_ANSWER, type PollAnswer, pollStateAt, pollWords } from '#contract/servicing/poll.ts';
import { sharesOf } from '#contract/law/shares.ts';
import { type Answer } from '../api.ts';
import { api } from '../site/kit/api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { useAct } from '../use-act.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead, Tag } from '../ui/display/Card.tsx';
import { ShareBar, ShareBars } from '../ui/display/ShareBars.tsx';
import { now } from '../ui/clock.ts';
import { RadioCards } from '../ui/fields/Choices.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { FieldGroup } from '../ui/fields/Field.tsx';
import { formatMoney, formatShare } from '../ui/format.ts';
import { toast } from '../ui/overlay/toasts.tsx';

export type Resolution = Answer<SiteCalls['servicing']['investorNegotiation']>['data'];
type Poll = NonNullable<Resolution['poll']>;

const choices = [
  {
    value: '1',
    title: POLL_ANSWER[1].text,
    about: '由平台擬定新的還款條件，再請您表示意見；可能降低利率、展延或免除部分費用',
  },
  {
    value: '2',
    title: POLL_ANSWER[2].text,
    about: '由平台代全體出資人聲請支付命令或起訴，所得扣除費用後依比例分配，時間較長',
  },
  { value: '3', title: POLL_ANSWER[3].text, about: '只計入參與比例，不影響兩案的結果' },
];

function useVote(poll: Poll) {
  const client = useQueryClient();
  return useAct(async (answer: PollAnswer) => {
    await api.servicing.violationPoll({ loan_id: poll.loanId, answer });
    await client.invalidateQueries({ queryKey: ['servicing'] });
    toast(`已送出「${POLL_ANSWER[answer].text}」`);
  });
}

function Ballot({ poll }: { poll: Poll }) {
  // Until another answer is chosen, the one that counts is shown.
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? (poll.answer === null ? '' : String(poll.answer));
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const { busy, problem, run: vote } = useVote(poll);
  const answer = Number(chosen) as PollAnswer;
  const before = poll.answer;
  const send = () => {
    if (chosen === '') return setMissing(true);
    if (before !== null && before !== answer) return setAsking(true);
    void vote(answer);
  };
  return (
    <div className="grid gap-4">
      <FieldGroup
        label="這個案件接下來該怎麼處理？"
        error={missing && chosen === '' ? '請選擇一項' : undefined}
      >
        <RadioCards
          name="poll"
          value={chosen}
          onValueChange={setPicked}
          choices={choices.map((choice) => ({ ...choice }))}
        />
      </FieldGroup>
      {problem && <Alert tone="danger" live title={problem} />}
      <div>
        <Button look="primary" busy={busy} busyLabel="送出中……" onClick={send}>
          {before === null ? '送出投票' : '更改投票'}
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="更改您的投票？"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>維持原來的選擇</Button>
            <Button
              look="primary"
              onClick={() => {
                setAsking(false);
                void vote(answer);
              }}
            >
              確認更改
            </Button>
          </>
        }
      >
        <p>
          您原本投下「{before === null ? '' : POLL_ANSWER[before].text}」，將改為「
          {POLL_ANSWER[answer]?.text}」。截止前都可以再更改，以最後一次為準。
        </p>
      </Dialog>
    </div>
  );
}

const looks = ['fill-water', 'fill-kaki', 'fill-ink-3', 'fill-edge'];

function Outcome({ poll, result }: { poll: Poll; result: NonNullable<Poll['result']> }) {
  const parts = [
    { name: POLL_ANSWER[1].text, amount: result.negotiate },
    { name: POLL_ANSWER[2].text, amount: result.legal },
    { name: POLL_ANSWER[3].text, amount: result.abstain },
    {
      name: '未投票',
      amount: Math.max(0, poll.total - result.negotiate - result.legal - result.abstain),
    },
  ];
  const shares = sharesOf(parts.map(({ amount }) => amount));
  return (
    <ShareBars
      caption={`以在貸本金計票，合計 ${formatMoney(poll.total)}`}
      rows={parts.map(({ name, amount }, i) => ({
        name,
        share: (shares[i] ?? 0) / 100,
        look: looks[i] ?? '',
        value: (
          <>
            <b data-share={shares[i]}>{shares[i]}%</b>
            <span className="ms-3 text-sm text-ink-3">
              <Money amount={amount} />
            </span>
          </>
        ),
      }))}
    />
  );
}

/** Turnout so far, which the investor may see only after voting. */
function Turnout({ poll }: { poll: Poll }) {
  if (poll.turnout === null) {
    return <p className="text-sm text-ink-3">送出投票後，可以看到目前的參與比例。</p>;
  }
  const share = poll.total > 0 ? poll.turnout / poll.total : 0;
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label="參與投票的在貸本金"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        <ShareBar share={share} look="fill-water" mark={1 / 3} />
      </div>
      <p className="text-sm">
        已參與 {formatMoney(poll.turnout)}（{formatShare(share)}），達三分之一才算數
      </p>
    </div>
  );
}

export function PollCard({
  poll,
  wish,
  about,
}: {
  poll: Poll;
  wish: Resolution['wish'];
  /** Purpose and number of the case. */
  about: ReactNode;
}) {
  const state = pollStateAt(poll, now());
  const open = state === 'open';
  return (
    <Card as="section" id="poll" aria-labelledby="poll-title">
      <CardHead title={<span id="poll-title">違約投票：{about}</span>}>
        <Tag tone={open ? 'attention' : 'neutral'}>{pollWords[state].text}</Tag>
      </CardHead>
      <div className="grid gap-5">
        <p>
          您的票數為在貸本金 <Money amount={poll.weight} />
          ，占 {formatShare(poll.total > 0 ? poll.weight / poll.total : 0)}。
          {open && (
            <>
              請於 <DateText at={poll.closesAt} /> 前投票，其他出資人看不到您的選擇。
            </>
          )}
        </p>
        {wish && (
          <p className="text-sm text-ink-3">
            借款人已申請協商：{HARDSHIP[wish.reason]}，希望{WISH[wish.wish]}。
          </p>
        )}
        {poll.answer !== null && poll.votedAt && (
          <Alert tone="ok">
            您已於 <DateText at={poll.votedAt} /> 投下「{POLL_ANSWER[poll.answer].text}」
          </Alert>
        )}
        {open && <Ballot poll={poll} />}
        {open ? (
          <Turnout poll={poll} />
        ) : (
          poll.result && <Outcome poll={poll} result={poll.result} />
        )}
      </div>
    </Card>
  );
}
