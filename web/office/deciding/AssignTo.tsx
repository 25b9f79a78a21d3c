// Assigns tasks to a colleague: active ones whose role may decide these kinds.
import { useQuery } from '@tanstack/react-query';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { Field } from '../../ui/fields/Field.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { queryOf } from '../api.ts';
import { mayDecide } from '../operator.ts';

export function AssignTo({
  id,
  kinds,
  onAssign,
  disabled,
}: {
  id: string;
  kinds: readonly TaskKind[];
  onAssign: (operator: string) => void;
  disabled: boolean;
}) {
  const query = useQuery({ ...queryOf('tasks', 'colleagues', {}), staleTime: 5 * 60_000 });
  const able = (query.data?.data ?? []).filter(({ roles }) =>
    kinds.every((kind) => mayDecide(kind, roles)),
  );
  return (
    <Field id={id} label="指派給">
      <Select
        value=""
        disabled={disabled || able.length === 0}
        placeholder={query.isSuccess && able.length === 0 ? '沒有可指派的同仁' : '選擇同仁'}
        options={able.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(event) => event.target.value && onAssign(event.target.value)}
      />
    </Field>
  );
}
