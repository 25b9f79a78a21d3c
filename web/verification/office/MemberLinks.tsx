// What a member has in common with other members, after a click that the audit log records.
import { Network } from 'lucide-react';
import { useState } from 'react';
import { linkText, type MemberLink } from '#contract/lending/review/links.ts';
import { Link } from '../../office/links/Link.tsx';
import { api } from '../../office/api.ts';
import * as paths from '../../office/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { useAct } from '../../use-act.ts';
import { useMay } from './may.ts';

/** One kind of link with the members whom it connects. */
function Kind({ link: { kind, members, more } }: { link: MemberLink }) {
  const { text, about } = linkText[kind];
  return (
    <section className="grid gap-2 border-t border-line pt-4 first:border-0 first:pt-0">
      <h3 className="font-bold">
        {text}
        <span className="ms-2 font-normal text-ink-3">
          {more ? `${members.length} 位以上` : `${members.length} 位`}
        </span>
      </h3>
      <p className="text-sm text-ink-3">{about}</p>
      <ul className="grid gap-1.5">
        {members.map(({ id, name, suspended, closed, late }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link className="link" to={paths.member(id)}>
              會員 {id}
            </Link>
            <span>{name ?? '尚未填寫姓名'}</span>
            {late && <Tag tone="problem">有逾期或損失</Tag>}
            {suspended && <Tag tone="problem">暫停使用</Tag>}
            {closed && <Tag>已關閉</Tag>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function MemberLinks({ member }: { member: string }) {
  const [links, setLinks] = useState<readonly MemberLink[]>();
  const { busy, run } = useAct(
    async () => setLinks((await api.lending.memberLinks({ id: member })).data),
    { toasted: 'danger' },
  );
  if (!useMay()('links')) return null;
  return (
    <Card as="section">
      <CardHead title="與其他會員的關聯" />
      {links === undefined ? (
        <div className="grid justify-items-start gap-3">
          <p className="text-ink-3">
            帳戶、電話、地址、聯絡人、文件或裝置與其他會員相同之處。每次查看都會留下稽核紀錄。
          </p>
          <Button
            busy={busy}
            busyLabel="讀取中……"
            icon={<Network size={18} aria-hidden="true" />}
            onClick={() => void run()}
          >
            查看關聯
          </Button>
        </div>
      ) : links.length === 0 ? (
        <p role="status">沒有與其他會員相同之處</p>
      ) : (
        <div className="grid gap-4" role="status">
          {links.map((link) => (
            <Kind key={link.kind} link={link} />
          ))}
        </div>
      )}
    </Card>
  );
}
