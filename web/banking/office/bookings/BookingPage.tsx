// Page of one booking: attaching papers, reversing it, and using it as a template.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { BOOKING_FILES_MAX, type BookingDetail } from '#contract/banking/bookings.ts';
import { bookingKindText } from '#contract/banking/words.ts';
import { Link } from '../../../office/links/Link.tsx';
import { Bind } from '../../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { TextAreaField } from '../../../form/select-fields.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { api, queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { FileInput } from '../../../office/editing/FileInput.tsx';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { MoneyDesk } from '../../../office/kit/MoneyDesk.tsx';
import { Button, buttonShape } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { BookingCard } from './BookingCard.tsx';

/** Form for one file; its key must change after each file, so that it is empty again. */
function AttachForm({ id }: { id: string }) {
  const form = useZodForm(z.object({ file: z.instanceof(File, { error: REQUIRED }) }));
  const client = useQueryClient();
  return (
    <Card as="section" className="max-w-3xl">
      <CardHead title="附加憑證" />
      <Form
        form={form}
        label="附加憑證"
        onSubmit={async ({ file }, { idempotencyKey, onUpload }) => {
          const options = { idempotencyKey, onUpload, files: { file: [file] } };
          await api.banking.attachToBooking({ id }, options);
          await client.invalidateQueries({ queryKey: ['banking'] });
          toast('已附加憑證');
        }}
      >
        <Bind name="file" label="檔案" verb="選擇" hint="JPG、PNG 或 PDF；附加後不能移除">
          {(field) => (
            <FileInput accept="image/jpeg,image/png,application/pdf" onChange={field.onChange} />
          )}
        </Bind>
        <SubmitButton look="secondary">附加</SubmitButton>
      </Form>
    </Card>
  );
}

function ReverseForm({ id, onDone }: { id: string; onDone: () => void }) {
  const reason = z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(500);
  const form = useZodForm(z.object({ reason }));
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Form
      form={form}
      label="沖銷這筆分錄"
      onSubmit={async (values, { idempotencyKey }) => {
        const { data } = await api.banking.reverseBooking({ id, ...values }, { idempotencyKey });
        await client.invalidateQueries({ queryKey: ['banking'] });
        onDone();
        toast('已送另一位同仁覆核');
        void navigate(paths.money('bookings', data.id));
      }}
    >
      <p>另一位同仁覆核後，今天會記入相反的分錄；原分錄保留，並註明已沖銷。</p>
      <TextAreaField name="reason" label="沖銷的原因" limit={500} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton look="danger">提出沖銷</SubmitButton>
      </div>
    </Form>
  );
}

function Acts({ of }: { of: BookingDetail }) {
  const [isReversing, setReversing] = useState(false);
  return (
    <div className="flex flex-wrap gap-3">
      {of.kind === 'manual' && of.reverses === null && (
        <Link to={paths.newBookingOf({ like: of.id })} {...buttonShape({})}>
          以此為範本
        </Link>
      )}
      {of.mayReverse && <Button onClick={() => setReversing(true)}>沖銷</Button>}
      <Dialog open={isReversing} title="沖銷這筆分錄" onClose={() => setReversing(false)}>
        <ReverseForm id={of.id} onDone={() => setReversing(false)} />
      </Dialog>
    </div>
  );
}

export function BookingPage() {
  const { id = '' } = useParams();
  const isFinance = useOperator().data?.data.roles.includes('finance') ?? false;
  const query = useQuery(queryOf('banking', 'getBooking', { id }));
  const known = query.data?.data;
  return (
    <MoneyDesk
      title={known ? `${bookingKindText[known.kind]} ${known.id}` : '帳務分錄'}
      back={{ to: paths.money('bookings'), text: '全部撥轉與調整' }}
      acts={known && isFinance && <Acts of={known} />}
    >
      <Answered query={query} what="帳務分錄">
        {({ data }) => (
          <div className="grid gap-5">
            {data.state === 'checking' && (
              <Alert title="尚未入帳，待另一位同仁覆核">
                {data.taskId !== null && (
                  <Link className="link" to={paths.task(data.taskId)}>
                    前往覆核
                  </Link>
                )}
              </Alert>
            )}
            <BookingCard of={data} />
            {isFinance && data.files.length < BOOKING_FILES_MAX && (
              <AttachForm key={data.files.length} id={data.id} />
            )}
          </div>
        )}
      </Answered>
    </MoneyDesk>
  );
}
