// Legal file of a late loan: court and number, hearings with their results, papers, agencies.
import { z } from 'zod';
import { addMonths, type Day } from '#contract/core/day.ts';
import { daySchema, optionalText } from '#contract/core/wire.ts';
import type { LateLoan } from '#contract/servicing/collections.ts';
import { NearDayField } from '../../../form/NearDayField.tsx';
import { TextField } from '../../../form/fields.tsx';
import { Form, useZodForm } from '../../../form/Form.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { api } from '../../../office/api.ts';
import { Notes } from '../../../tasks/office/notes/Notes.tsx';
import { dayIn } from '../../../ui/clock.ts';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../../ui/display/Card.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useAct } from '../../../use-act.ts';
import { Act, Buttons, collectors, useDone, useHasRole } from './collecting.tsx';

type Loan = { loan: LateLoan };
type Editing = Loan & { onDone: () => void };
type Hearing = LateLoan['hearings'][number];

const short = z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(80);
const fileSchema = z.object({ court: short, courtNo: short, filedOn: daySchema });

function FileForm({ loan, onDone }: Editing) {
  const today = dayIn() as Day;
  const { court = '臺灣臺北地方法院', courtNo = '', filedOn = today } = loan.legal ?? {};
  const form = useZodForm(fileSchema, { court, courtNo, filedOn });
  const done = useDone(onDone);
  return (
    <Form
      form={form}
      label="法律程序"
      onSubmit={async (values, { idempotencyKey }) => {
        await api.servicing.saveLegalFile({ id: loan.loanId, ...values }, { idempotencyKey });
        await done('已登記法律程序');
      }}
    >
      <TextField name="court" label="法院" maxLength={80} />
      <TextField name="courtNo" label="案號" maxLength={80} hint="例如 115 年度司促字第 123 號" />
      <NearDayField
        name="filedOn"
        label="聲請或起訴日"
        first={addMonths(today, -120)}
        last={today}
      />
      <Buttons onCancel={onDone}>儲存</Buttons>
    </Form>
  );
}

const hearingSchema = z.object({
  heldOn: daySchema,
  purpose: short,
  place: short,
  result: optionalText(300),
});

function HearingForm({ loan, hearing, onDone }: Editing & { hearing?: Hearing }) {
  const today = dayIn() as Day;
  const { heldOn, purpose = '', place = '', result } = hearing ?? {};
  const form = useZodForm(hearingSchema, { heldOn, purpose, place, result: result ?? '' });
  const done = useDone(onDone);
  return (
    <Form
      form={form}
      label="庭期"
      onSubmit={async ({ result: said, ...values }, { idempotencyKey }) => {
        const saved = { id: loan.loanId, ...values, ...(said && { result: said }) };
        const own = hearing && { hearing: hearing.id };
        await api.servicing.saveHearing({ ...saved, ...own }, { idempotencyKey });
        await done('已登記庭期');
      }}
    >
      <NearDayField
        name="heldOn"
        label="日期"
        first={addMonths(today, -120)}
        last={addMonths(today, 24)}
      />
      <TextField name="purpose" label="事由" maxLength={80} hint="例如言詞辯論、調解、強制執行" />
      <TextField name="place" label="地點" maxLength={80} />
      <TextField name="result" label="結果" optional maxLength={300} />
      <Buttons onCancel={onDone}>儲存</Buttons>
    </Form>
  );
}

function Hearings({ loan, edits }: Loan & { edits: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {loan.hearings.map((one) => (
        <li key={one.id} className="grid gap-1 py-3">
          <span className="flex flex-wrap items-center gap-3">
            <strong>
              <DateText at={one.heldOn} /> {one.purpose}
            </strong>
            {one.result === null && <Tag tone="info">待開庭</Tag>}
            {edits && (
              <Act label={one.result === null ? '記錄結果' : '修改'} title="庭期" size="sm">
                {(close) => <HearingForm loan={loan} hearing={one} onDone={close} />}
              </Act>
            )}
          </span>
          <span className="text-sm text-ink-3">
            {[one.place, one.result].filter(Boolean).join('・')}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function LegalCard({ loan }: Loan) {
  const edits = useHasRole(collectors) && loan.status !== 90;
  const { legal } = loan;
  return (
    <Card as="section">
      <CardHead title="法律程序">
        {edits && (
          <Act label={legal ? '修改案號' : '登記案號'} title="法律程序" size="sm">
            {(close) => <FileForm loan={loan} onDone={close} />}
          </Act>
        )}
      </CardHead>
      {legal === null ? (
        <p className="text-ink-3">尚未進入法律程序。</p>
      ) : (
        <div className="grid gap-4">
          <Facts
            facts={[
              { name: '法院', value: legal.court },
              { name: '案號', value: legal.courtNo },
              { name: '聲請或起訴日', value: <DateText at={legal.filedOn} /> },
            ]}
          />
          <Hearings loan={loan} edits={edits} />
          {edits && (
            <div>
              <Act label="新增庭期" title="庭期" size="sm">
                {(close) => <HearingForm loan={loan} onDone={close} />}
              </Act>
            </div>
          )}
        </div>
      )}
    </Card>
  );
}

/** Papers of the legal file: notes of this topic with their attachments. */
export function LegalPapers({ loan: { legal, loanId } }: Loan) {
  return legal && <Notes subject="loan" id={loanId} topic="legal" title="法律文件" />;
}

const placing = z.object({
  agency: short,
  reason: z.string({ error: REQUIRED }).trim().min(2, REQUIRED).max(200),
});

function PlacementForm({ loan, onDone }: Editing) {
  const form = useZodForm(placing, { agency: '', reason: '' });
  const done = useDone(onDone);
  return (
    <Form
      form={form}
      label="委外催收"
      onSubmit={async (values, { idempotencyKey }) => {
        await api.servicing.placeLate({ id: loan.loanId, ...values }, { idempotencyKey });
        await done('已委外催收');
      }}
    >
      <TextField name="agency" label="受託機構" maxLength={80} />
      <TextField name="reason" label="原因" maxLength={200} />
      <Buttons onCancel={onDone}>委外</Buttons>
    </Form>
  );
}

function Recall({ loan }: Loan) {
  const done = useDone(() => {});
  const { busy, run } = useAct(
    async () => {
      await api.servicing.recallLate({ id: loan.loanId });
      await done('已收回案件');
    },
    { toasted: 'danger' },
  );
  return (
    <Button size="sm" busy={busy} onClick={() => void run()}>
      收回
    </Button>
  );
}

export function PlacementCard({ loan }: Loan) {
  const decides = useHasRole(['approver']) && loan.status !== 90;
  const isPlaced = loan.placements.some(({ recalledOn }) => recalledOn === null);
  return (
    <Card as="section">
      <CardHead title="委外催收">
        {decides &&
          (isPlaced ? (
            <Recall loan={loan} />
          ) : (
            <Act label="委外" title="委外催收" size="sm">
              {(close) => <PlacementForm loan={loan} onDone={close} />}
            </Act>
          ))}
      </CardHead>
      {loan.placements.length === 0 ? (
        <p className="text-ink-3">由本公司自行催收。</p>
      ) : (
        <Facts
          facts={loan.placements.map(({ agency, reason, placedOn, recalledOn }) => ({
            name: agency,
            value: (
              <>
                <DateText at={placedOn} /> 起
                {recalledOn && (
                  <>
                    ，<DateText at={recalledOn} /> 收回
                  </>
                )}
              </>
            ),
            note: reason,
          }))}
        />
      )}
    </Card>
  );
}
