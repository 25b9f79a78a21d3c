// Summary of a broadcast: text, recipients and time, for readers and approvers.
import { useQuery } from '@tanstack/react-query';
import {
  audienceGroupText,
  type Broadcast,
  broadcastCategoryText,
} from '#contract/messages/broadcasts.ts';
import { commonVariables, filled, variablesIn } from '#contract/core/wording.ts';
import { queryOf } from '../../office/api.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatNumber } from '../../ui/format.ts';
import { stageText } from '#contract/verification/words.ts';

const samples = Object.fromEntries(
  Object.entries(commonVariables).map(([name, [, sample]]) => [name, sample]),
);
/** The text with sample values for the variables of all texts; an unfinished draft as it is. */
const sampled = (text: string) =>
  variablesIn(text).every((name) => name in samples) ? filled(text, samples) : text;

function audienceText({ group, stageMin = 0, stageMax = 4 }: Broadcast['audience']): string {
  const stage =
    stageMin === 0 && stageMax === 4
      ? ''
      : `，驗證進度「${stageText[stageMin]}」至「${stageText[stageMax]}」`;
  return `${audienceGroupText[group]}${stage}`;
}

export function BroadcastFacts({ made }: { made: Broadcast }) {
  const { plan } = made.audience;
  const plans = useQuery({ ...queryOf('messages', 'audiencePlans', {}), enabled: Boolean(plan) });
  const named = plans.data?.data.find(({ slug }) => slug === plan)?.name ?? plan;
  return (
    <>
      <Card as="section">
        <CardHead title="內容" />
        <div
          className="grid gap-3 max-w-[36rem] p-4 border border-line rounded-card bg-card
            wrap-anywhere"
        >
          <p className="whitespace-pre-line font-bold text-ink">{sampled(made.title)}</p>
          <p className="whitespace-pre-line">{sampled(made.body)}</p>
          <p className="whitespace-pre-line text-primary">立即前往（{made.link}）</p>
        </div>
      </Card>
      <Card as="section">
        <CardHead title="寄送" />
        <Facts
          facts={[
            { name: '分類', value: broadcastCategoryText[made.category] },
            { name: '對象', value: audienceText(made.audience) },
            ...(plan ? [{ name: '申貸方案', value: `${named}（進行中的案件）` }] : []),
            { name: '寄送時間', value: <DateText at={made.sendAt} weekday /> },
            {
              name: '送審時人數',
              value: made.counted > 0 ? `${formatNumber(made.counted)} 位` : '—',
            },
            ...(made.approvedBy && made.approvedAt
              ? [
                  {
                    name: '覆核',
                    value: (
                      <>
                        {made.approvedBy}，<DateText at={made.approvedAt} />
                      </>
                    ),
                  },
                ]
              : []),
            ...(made.endedAt ? [{ name: '結束', value: <DateText at={made.endedAt} /> }] : []),
          ]}
        />
      </Card>
    </>
  );
}
