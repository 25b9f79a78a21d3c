// Breakdown of a sum line by line, with explanations where needed.
import { Toggletip } from '../../ui/overlay/Toggletip.tsx';

type Row = { name: string; about?: string; value: string };

export function CostRows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="costs">
      {rows.map(({ name, about, value }) => (
        <div key={name}>
          <dt>
            {name}
            {about && (
              <Toggletip about={name} align="start">
                {about}
              </Toggletip>
            )}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
