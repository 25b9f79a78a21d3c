// The years of the company: closed by whom and when, or what the close would carry.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { BookYear } from '#contract/banking/years.ts';
import { refusalText } from '#contract/refusal-text.ts';
import { Link } from '../../../office/links/Link.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { ListPage } from '../../../office/kit/ListPage.tsx';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { BooksDesk } from '../../../office/kit/MoneyDesk.tsx';
import { useAct } from '../../../use-act.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag, type Tone } from '../../../ui/display/Card.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { BookingEntries } from '../bookings/BookingEntries.tsx';

const NEUTRAL = { text: '尚不能結帳', tone: 'neutral' } as const;

/** Label of the state of a year. */
function stateOf({ block }: BookYear): { text: string; tone: Tone } {
  if (block === null) return { text: '可以結帳', tone: 'attention' };
  if (block === 'YEAR_CLOSED') return { text: '已結帳', tone: 'done' };
  if (block === 'YEAR_CHECKING') return { text: '待覆核', tone: 'progress' };
  return block === 'YEAR_EMPTY' ? { text: '不需結帳', tone: 'neutral' } : NEUTRAL;
}

/** Proposes to close a year, and then shows the booking with its task. */
function Propose({ year }: { year: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, problem, run } = useAct(
    async () => {
      const { data } = await api.banking.proposeYearClose({ year });
      toast('已送另一位同仁覆核');
      void navigate(paths.money('bookings', data.id));
    },
    { afterwards: () => client.invalidateQueries({ queryKey: ['banking'] }) },
  );
  return (
    <div className="grid gap-3">
      {problem && <Alert tone="danger" title={problem} />}
      <p>另一位同仁覆核後，上列分錄記在 {year} 年 12 月 31 日；這個年度從此不再變動。</p>
      <div>
        <Button look="primary" busy={busy} onClick={() => void run()}>
          提出 {year} 年度結帳
        </Button>
      </div>
    </div>
  );
}

function signaturesOf({ booking }: BookYear) {
  if (booking === null) return [];
  return [
    {
      name: '提出',
      value: (
        <>
          {booking.maker ?? '—'} <DateText at={booking.madeAt} />
        </>
      ),
    },
    ...(booking.checkedAt === null
      ? []
      : [
          {
            name: '覆核',
            value: (
              <>
                {booking.checker ?? '—'} <DateText at={booking.checkedAt} />
              </>
            ),
          },
        ]),
    {
      name: '分錄',
      value: (
        <Link className="link" to={paths.money('bookings', booking.id)}>
          分錄 {booking.id}
        </Link>
      ),
    },
  ];
}

function YearCard({ of, isFinance }: { of: BookYear; isFinance: boolean }) {
  const state = stateOf(of);
  const isOpen = of.block !== null && of.block !== 'YEAR_CLOSED';
  return (
    <Card as="section" aria-label={`${of.year} 年度`}>
      <CardHead title={`${of.year} 年度`}>
        <Tag tone={state.tone}>{state.text}</Tag>
      </CardHead>
      <div className="grid gap-5">
        {isOpen && of.block !== null && <p className="text-ink-2">{refusalText[of.block]}。</p>}
        <Facts
          facts={[
            { name: '本期損益', value: <Money amount={of.result} /> },
            {
              name: '兩人簽核至',
              value: of.signedThrough === null ? '—' : <DateText at={of.signedThrough} />,
            },
            ...signaturesOf(of),
          ]}
        />
        {of.entries.length > 0 && (
          <BookingEntries
            entries={of.entries}
            caption={of.block === 'YEAR_CLOSED' ? '已結轉的分錄' : '結帳時將結轉的分錄'}
          />
        )}
        {of.block === null && isFinance && <Propose year={of.year} />}
      </div>
    </Card>
  );
}

export function YearsPage() {
  const isFinance = useOperator().data?.data.roles.includes('finance') ?? false;
  const query = useQuery(queryOf('banking', 'listYears', {}));
  return (
    <ListPage
      frame={BooksDesk}
      title="年度結帳"
      query={query}
      rows={({ data }) => (
        <div className="grid gap-6">
          <p className="text-sm text-ink-3">
            公司的收入與費用在年底轉入累積盈虧。信託專戶沒有收入與費用，各項餘額直接帶入下一年度。
          </p>
          {data.map((of) => (
            <YearCard key={of.year} of={of} isFinance={isFinance} />
          ))}
        </div>
      )}
    />
  );
}
