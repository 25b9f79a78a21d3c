// What a sum is made of, line by line, with a word of explanation where one is needed.
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
