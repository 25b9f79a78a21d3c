// When an item was last changed, and by whom.
import { Ago } from '../../ui/display/Amount.tsx';

export function LastChange({ at, by }: { at: string; by: string | null }) {
  return (
    <span>
      <Ago at={at} />
      {by && `　${by}`}
    </span>
  );
}
