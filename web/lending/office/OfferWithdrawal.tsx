// An offer that the borrower has not answered, in the case file: the dialog that proposes to
// withdraw it, and the proposal that waits for a second person.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CaseContracts, caseFileOffice } from '#contract/lending/case-file.ts';
import { withdrawalCauseNames, withdrawalCauses } from '#contract/lending/loan-review.ts';
import { ChipsField } from '../../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { api, queryOf } from '../../office/api.ts';
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';

const schema = caseFileOffice.withdrawOffer.input.pick({ cause: true, note: true });
const causes = withdrawalCauseNames.map((value) => ({
  value,
  title: withdrawalCauses[value].text,
}));

function WithdrawalForm({ loan, onDone }: { loan: string; onDone: () => void }) {
  const form = useZodForm(schema);
  const client = useQueryClient();
  return (
    <Form
      form={form}
      label="撤回核准條件"
      onSubmit={async (input, { idempotencyKey }) => {
        const answer = await api.lending.withdrawOffer({ id: loan, ...input }, { idempotencyKey });
        client.setQueryData(queryOf('lending', 'loanContracts', { id: loan }).queryKey, answer);
        void client.invalidateQueries({ queryKey: ['tasks'] });
        toast('已送交另一位同仁覆核');
        onDone();
      }}
    >
      <p>
        另一位同仁同意後，核准條件失效，案件回到審核中並通知借款人；提出或核准這份條件的同仁不能覆核。覆核前借款人仍可同意或婉拒，以借款人的答覆為準。
      </p>
      <ChipsField name="cause" label="原因" choices={causes} />
      <TextAreaField
        name="note"
        label="說明"
        limit={500}
        hint="只給同仁看，借款人只會看到原因的類別"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>返回</Button>
        <SubmitButton look="danger">送交覆核</SubmitButton>
      </div>
    </Form>
  );
}

function Waiting({ of }: { of: NonNullable<CaseContracts['withdrawal']> }) {
  return (
    <Alert tone="warn" title="撤回核准條件等待另一位同仁覆核">
      <p>
        由 {of.proposedBy ?? '同仁'} 於 <DateText at={of.proposedAt} /> 提出：
        {withdrawalCauses[of.cause].text}，{of.note}
      </p>
      <p className="mt-2">覆核前借款人同意、婉拒或逾期未答覆，撤回即作罷。</p>
      {!of.isMine && (
        <p className="mt-2">
          <Link className="link" to={paths.inbox({ kind: 'offer_withdrawal' })}>
            到待辦覆核
          </Link>
        </p>
      )}
    </Alert>
  );
}

export function OfferWithdrawal({
  loan,
  of,
  mayPropose,
}: {
  loan: string;
  of: CaseContracts;
  /** Whether the offer stands, and the operator may approve loans. */
  mayPropose: boolean;
}) {
  const [open, setOpen] = useState(false);
  if (of.withdrawal) {
    return (
      <div className="mt-4">
        <Waiting of={of.withdrawal} />
      </div>
    );
  }
  if (!mayPropose) return null;
  return (
    <div className="mt-4">
      <Button size="sm" onClick={() => setOpen(true)}>
        撤回核准條件
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="撤回核准條件">
        {open && <WithdrawalForm loan={loan} onDone={() => setOpen(false)} />}
      </Dialog>
    </div>
  );
}
