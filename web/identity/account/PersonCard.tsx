// Card with the member's personal data: masked, shown in full on request and only for a while.
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { annualIncomes, occupations, optionText, registerPurposes } from '#contract/options.ts';
import type { Answer } from '../../api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts, type Fact } from '../../ui/display/Card.tsx';
import { dayOfInstant } from '../../ui/format.ts';
import type { Account } from './account.ts';
import { ProofDialog } from '../sign-in/ProofDialog.tsx';

type Revealed = Answer<SiteCalls['identity']['reveal']>['data'];

const REVEAL_MS = 60_000;
const filled = (value: ReactNode) => value || <span className="text-ink-3">尚未填寫</span>;
const filledNumber = (text: string | null | undefined) =>
  filled(text && <span className="num">{text}</span>);

function personFacts(account: Account, shown: Revealed | null): Fact[] {
  const purpose = registerPurposes.find(({ code }) => code === account.purpose);
  const work = [account.company, account.jobTitle].filter(Boolean).join('・');
  return [
    { name: '電子郵件', value: account.email },
    { name: '姓名', value: filled(account.name) },
    {
      name: '身分證字號',
      value: filledNumber(shown?.idNumber ?? account.idNumberMasked),
    },
    {
      name: '手機號碼',
      value: filledNumber(shown?.phone ?? account.phoneMasked),
    },
    ...(shown
      ? [
          { name: '戶籍地址', value: filled(shown.registeredAddress) },
          { name: '通訊地址', value: shown.mailingAddress ?? '同戶籍地址' },
          { name: '銀行帳號', value: filledNumber(shown.bankAccount) },
        ]
      : []),
    {
      name: '出生日期',
      value: filled(account.birthday && <DateText at={account.birthday} />),
    },
    {
      name: '職業',
      value: filled(account.occupation && optionText(occupations, account.occupation)),
      ...(work && { note: work }),
    },
    {
      name: '年收入',
      value: filled(account.annualIncome && optionText(annualIncomes, account.annualIncome)),
    },
    { name: '使用目的', value: purpose?.description ?? account.purpose },
    { name: '註冊日期', value: <DateText at={dayOfInstant(account.createdAt)} /> },
  ];
}

export function PersonCard({ account }: { account: Account }) {
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<Revealed | null>(null);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), REVEAL_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const maskable = account.idNumberMasked ?? account.phoneMasked;
  return (
    <Card as="section">
      <CardHead title="會員資料">
        {maskable && (
          <Button
            size="sm"
            look="quiet"
            icon={
              shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />
            }
            onClick={() => (shown ? setShown(null) : setAsking(true))}
          >
            {shown ? '隱藏' : '顯示完整資料'}
          </Button>
        )}
      </CardHead>
      <Facts facts={personFacts(account, shown)} />
      <ProofDialog
        named={{ act: 'reveal' }}
        open={asking}
        onClose={() => setAsking(false)}
        title="顯示完整資料"
        about="為了保護您的個人資料，請先確認是您本人。完整資料會顯示 1 分鐘。"
        act="顯示"
        account={account}
        onProven={async () => {
          const { data } = await deferredApi.identity.reveal();
          setShown(data);
          setAsking(false);
        }}
      />
    </Card>
  );
}
