// Office page of one member: masked data, holdings, history, and possible actions.
import { purposeText } from '#contract/identity/words.ts';
import { incomeProofWords } from '#contract/verification/words.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import type { OfficeMember } from '#contract/verification/members.ts';
import { Link } from '../../office/links/Link.tsx';
import { BorrowerBars } from './BorrowerBars.tsx';
import { MemberLinks } from './MemberLinks.tsx';
import { queryOf } from '../../office/api.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { seesBooks, useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag, type Fact } from '../../ui/display/Card.tsx';
import { Notes } from '../../tasks/office/notes/Notes.tsx';
import { FileTag } from './FileTag.tsx';
import { MemberActs } from './MemberActs.tsx';
import { Devices, Loans, Orders, PapersCard, Tasks } from './MemberDealings.tsx';
import { MemberTimeline } from './MemberTimeline.tsx';
import { MemberWebhooks } from './MemberWebhooks.tsx';
import { Standing } from './MemberStanding.tsx';
import type { Revealed } from './Revealed.tsx';

const dash = '未提供';
const when = (at: string | null) => (at ? <DateText at={at} /> : '尚未');

function Account({ member, revealed }: { member: OfficeMember; revealed: Revealed }) {
  return (
    <Card as="section">
      <CardHead title="帳戶" />
      <Facts
        facts={[
          { name: '電子郵件', value: revealed.email ?? member.emailMasked },
          { name: '信箱驗證', value: when(member.emailVerifiedAt) },
          { name: '登入方式', value: member.isGoogleLogin ? 'Google 帳號' : '密碼' },
          { name: '註冊用途', value: purposeText[member.purpose] },
          { name: '註冊時間', value: <DateText at={member.createdAt} /> },
          ...(member.closedAt
            ? [{ name: '關閉時間', value: <DateText at={member.closedAt} /> }]
            : []),
          { name: '會員編號', value: member.id },
        ]}
      />
    </Card>
  );
}

type File = OfficeMember['file'];

function personFacts(person: NonNullable<File['person']>, revealed: Revealed): Fact[] {
  const work = [person.occupation, person.company, person.jobTitle].filter(Boolean).join('　');
  const { birthday } = revealed;
  return [
    { name: '姓名', value: revealed.name ?? person.nameMasked },
    { name: '身分證字號', value: revealed.idNumber ?? person.idNumberMasked },
    {
      name: '出生日期',
      value: birthday ? <DateText at={birthday} /> : `${person.birthYear} 年（${person.age} 歲）`,
    },
    { name: '戶籍地址', value: revealed.address ?? `${person.city}（已遮蔽）` },
    ...(revealed.mailingAddress ? [{ name: '通訊地址', value: revealed.mailingAddress }] : []),
    { name: '職業', value: work },
    { name: '年收入', value: person.annualIncome },
  ];
}

function bankFacts({ bank, bankWaiting }: File, revealed: Revealed): Fact[] {
  const shown = (of: NonNullable<File['bank']>) => `${of.bankName} ${of.accountMasked}`;
  // The revealed account number belongs to the pending bank account if there is one.
  const full = revealed.bankAccount;
  const inForce = (!bankWaiting && full) || (bank && shown(bank));
  return [
    {
      name: '銀行帳戶',
      value: inForce ?? dash,
      ...(bank?.inForceFrom && {
        note: (
          <>
            生效 <DateText at={bank.inForceFrom} />
          </>
        ),
      }),
    },
    ...(bankWaiting ? [{ name: '尚未生效帳戶', value: full ?? shown(bankWaiting) }] : []),
  ];
}

function FileCard({ file, revealed }: { file: File; revealed: Revealed }) {
  const { person } = file;
  return (
    <Card as="section">
      <CardHead title="驗證資料">
        <FileTag stage={file.stage} status={file.status} />
      </CardHead>
      {file.supplement.length > 0 && (
        <Alert tone="warn" title="等待會員補件">
          {file.supplement.map(({ reason }) => reason).join('；')}
        </Alert>
      )}
      <Facts
        facts={[
          ...(person ? personFacts(person, revealed) : [{ name: '基本資料', value: dash }]),
          { name: '手機', value: revealed.phone ?? file.phoneMasked ?? dash },
          ...bankFacts(file, revealed),
          { name: '財力證明', value: incomeProofWords[file.financial]?.text ?? dash },
          { name: '送審', value: when(file.submittedAt) },
          { name: '通過', value: when(file.approvedAt) },
        ]}
      />
    </Card>
  );
}

const back = { to: paths.members(), text: '會員' };

function Head({
  member,
  revealed,
  acts,
}: {
  member: OfficeMember;
  revealed: Revealed;
  acts: ReactNode;
}) {
  const { file } = member;
  const roles = useOperator().data?.data.roles ?? [];
  return (
    <DetailHead
      title={revealed.name ?? file.person?.nameMasked ?? revealed.email ?? member.emailMasked}
      tab={`會員 ${member.id}`}
      back={back}
      acts={acts}
    >
      <FileTag stage={file.stage} status={file.status} />
      {member.suspendedAt && <Tag tone="problem">暫停使用</Tag>}
      {member.closedAt && <Tag>已關閉</Tag>}
      <span>會員編號 {member.id}</span>
      <Link className="link" to={paths.deliveries({ member: member.id })}>
        寄送紀錄
      </Link>
      {seesBooks(roles) && (
        <Link className="link" to={paths.invoices({ member: member.id })}>
          電子發票
        </Link>
      )}
      {seesBooks(roles) && (
        <Link className="link" to={paths.mandates({ member: member.id })}>
          授權扣款
        </Link>
      )}
    </DetailHead>
  );
}

function Body({ member }: { member: OfficeMember }) {
  const [revealed, setRevealed] = useState<Revealed>({});
  return (
    <>
      <Head
        member={member}
        revealed={revealed}
        acts={<MemberActs member={member} onReveal={setRevealed} />}
      />
      <Standing member={member} />
      <div className="office-member grid grid-cols-1 gap-5 items-start xl:grid-cols-2">
        <div className="grid gap-5">
          <Loans member={member} />
          {member.closedAt === null && <BorrowerBars member={member.id} />}
          <MemberLinks member={member.id} />
          <Orders member={member} />
          <Notes subject="member" id={member.id} />
          <PapersCard member={member} />
          <FileCard file={member.file} revealed={revealed} />
          <Account member={member} revealed={revealed} />
          <Devices member={member} />
          <MemberWebhooks member={member} />
          <Tasks member={member} />
        </div>
        <MemberTimeline id={member.id} />
      </div>
    </>
  );
}

export function MemberPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('verification', 'getMember', { id }));
  return (
    <Answered query={query} what="這位會員" back={back}>
      {({ data }) => <Body key={id} member={data} />}
    </Answered>
  );
}
