// List of sign-ins and attempts at the office: time, address, method and result.
import { type Cells, OfficeList } from '../../office/list/OfficeList.tsx';
import { signInList } from '#contract/identity/lists.ts';
import { deviceText } from './device-words.ts';

const cells: Cells<typeof signInList> = {
  at: { head: true },
  email: {
    cell: ({ email, operator }) => (
      <div>
        {operator ? `${operator.name}（${operator.id}）` : '沒有這個帳號'}
        <p className="text-sm wrap-anywhere md:wrap-break-word text-ink-3">{email}</p>
      </div>
    ),
  },
  outcome: {},
  address: { cell: ({ address }) => <span className="num">{address}</span> },
  agent: { cell: ({ agent }) => <span title={agent}>{deviceText(agent)}</span> },
};

export function SignInsPage() {
  return <OfficeList of={signInList} cells={cells} />;
}
