// Who is in charge of a late loan, and taking, giving and releasing it.
import { useQuery } from '@tanstack/react-query';
import { api, queryOf } from '../../../office/api.ts';
import { useOperator } from '../../../office/operator.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useAct } from '../../../use-act.ts';
import { collectors, useDone, useHasRole } from './collecting.tsx';

type Owned = { loanId: string; owner: { id: string; name: string } | null };

function useOwning(id: string) {
  const done = useDone(() => {});
  const { busy, run } = useAct(
    async (operator: string | null, said: string) => {
      await api.servicing.ownLate({ id, operator });
      await done(said);
    },
    { toasted: 'danger' },
  );
  return { busy, own: (operator: string | null, said: string) => void run(operator, said) };
}

/** The owner's name in a row of the queue, or the button with which the operator takes the loan. */
export function OwnerCell({ loanId, owner }: Owned) {
  const me = useOperator().data?.data;
  const { busy, own } = useOwning(loanId);
  const collects = useHasRole(collectors);
  if (owner) return owner.name;
  if (!collects || !me) return '—';
  return (
    <span className="relative z-1">
      <Button size="sm" look="quiet" busy={busy} onClick={() => own(me.id, '已接手')}>
        接手
      </Button>
    </span>
  );
}

/** Choice of the owner on the loan's page; `none` leaves the loan to nobody. */
export function OwnerChoice({ loanId, owner }: Owned) {
  const { busy, own } = useOwning(loanId);
  const isAllowed = useHasRole([...collectors, 'admin']);
  const query = useQuery({ ...queryOf('tasks', 'colleagues', {}), staleTime: 5 * 60_000 });
  if (!isAllowed) return owner?.name ?? '未指派';
  const able = (query.data?.data ?? []).filter(({ roles }) =>
    collectors.some((role) => roles.includes(role)),
  );
  return (
    <Field id="late-owner" label="承辦">
      <Select
        value={owner?.id ?? 'none'}
        disabled={busy}
        options={[
          { value: 'none', label: '未指派' },
          ...able.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ target: { value } }) =>
          value === 'none' ? own(null, '已釋出') : own(value, '已指派')
        }
      />
    </Field>
  );
}
