// The account: who one is here, how far verification is, the bank account, looks, and logging out.
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { annualIncomes, occupations, optionText, registerPurposes } from '#contract/options.ts';
import { ApiFailure, type Answer } from '../api.ts';
import { useSession } from '../session.ts';
import { asked } from '../site/api.ts';
import { titleOf } from '../site/brand.ts';
import type { SiteCalls } from '../site/calls.ts';
import { GoButton } from '../site/Go.tsx';
import * as paths from '../site/paths.ts';
import { setTheme, useTheme, type Theme } from '../site/theme.ts';
import { DateText } from '../ui/Amount.tsx';
import { Alert, ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead, Facts, Tag, type Fact } from '../ui/Card.tsx';
import { Chips } from '../ui/Choices.tsx';
import { FieldGroup } from '../ui/Field.tsx';
import { dayOfInstant, formatDay } from '../ui/format.ts';
import { Steps } from '../ui/Steps.tsx';
import { progressOf } from './progress.ts';
import { useLogout } from './use-logout.ts';

export const meta = () => [{ title: titleOf('帳戶管理') }, { name: 'robots', content: 'noindex' }];

type Account = Answer<SiteCalls['identity']['accountInfo']>['data'];
const steps = ['手機號碼', '基本資料', '身分證件', '銀行帳戶'] as const;

const filled = (value: ReactNode) => value || <span className="text-ink-3">尚未填寫</span>;

function personFacts(account: Account): Fact[] {
  const purpose = registerPurposes.find(({ code }) => code === account.purpose);
  const work = [account.company, account.jobTitle].filter(Boolean).join('・');
  return [
    { name: '電子郵件', value: account.email },
    { name: '姓名', value: filled(account.name) },
    { name: '身分證字號', value: filled(account.idNumberMasked) },
    { name: '手機號碼', value: filled(account.phoneMasked) },
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

const nextWords: Record<string, string> = {
  未開始: '開始身分驗證',
  待補件: '查看待補件項目',
  審核中: '查看進度',
  已完成: '查看驗證資料',
};

function VerificationCard({ stage, status }: { stage: number; status: number }) {
  const { word, tone } = progressOf(stage, status);
  return (
    <Card as="section">
      <CardHead title="身分驗證">
        <Tag tone={tone}>{word}</Tag>
      </CardHead>
      <Steps steps={steps} current={stage} label="身分驗證的步驟" />
      <div className="mt-6">
        <GoButton to={paths.verification()} look={stage < 4 ? 'primary' : 'secondary'}>
          {nextWords[word] ?? '繼續身分驗證'}
        </GoButton>
      </div>
    </Card>
  );
}

function BankCard({ bank }: { bank: Account['bank'] }) {
  return (
    <Card as="section">
      <CardHead title="銀行帳戶" />
      {bank ? (
        <Facts
          facts={[
            { name: '銀行', value: `${bank.bankCode} ${bank.bankName}` },
            { name: '帳號', value: <span className="num">{bank.accountMasked}</span> },
            { name: '用途', value: '撥款、還款與退款都匯入這個帳戶' },
          ]}
        />
      ) : (
        <p className="text-ink-3">完成身分驗證的第 4 步後，會顯示在這裡。</p>
      )}
    </Card>
  );
}

function SuitabilityCard() {
  const { data, isPending, isError } = useQuery(asked('investing', 'suitability', {}));
  const profile = data?.data.profile;
  return (
    <Card as="section">
      <CardHead title="風險屬性">
        {profile && <Tag tone="info">{profile.description}</Tag>}
      </CardHead>
      {isPending && (
        <Loading>
          <Skeleton className="w-2/3" />
        </Loading>
      )}
      {isError && <p className="text-ink-3">暫時無法載入，請稍後再試。</p>}
      {data && (
        <p>
          {profile
            ? `有效至 ${formatDay(profile.validUntil)}，到期後需重新評估才能出資。`
            : '出資前需要先完成風險屬性評估，約 2 分鐘。'}
        </p>
      )}
      <div className="mt-4">
        <GoButton to={paths.suitability()}>{profile ? '查看評估結果' : '開始評估'}</GoButton>
      </div>
    </Card>
  );
}

const themes: [Theme, string][] = [
  ['system', '跟隨系統'],
  ['light', '淺色'],
  ['dark', '深色'],
];

function LooksCard() {
  const theme = useTheme();
  return (
    <Card as="section">
      <CardHead title="顯示設定" />
      <FieldGroup label="畫面明暗">
        <Chips
          name="theme"
          value={theme}
          onValueChange={(value) => setTheme(value as Theme)}
          choices={themes.map(([value, title]) => ({ value, title }))}
        />
      </FieldGroup>
    </Card>
  );
}

function SecurityCard({ account }: { account: Account }) {
  const [busy, logout] = useLogout();
  return (
    <Card as="section">
      <CardHead title="登入與安全" />
      <Facts
        facts={[
          { name: '登入方式', value: account.isGoogleLogin ? 'Google 帳號' : '電子郵件與密碼' },
          {
            name: '電子郵件驗證',
            value: account.emailVerifiedAt ? (
              <>
                <DateText at={account.emailVerifiedAt} /> 完成
              </>
            ) : (
              '由 Google 驗證'
            ),
          },
        ]}
      />
      <p className="mt-4 text-sm text-ink-3">
        我們不會以電話或訊息索取您的密碼與驗證碼。閒置 2 小時後會自動登出。
      </p>
      <div className="mt-4">
        <Button
          busy={busy}
          busyLabel="登出中……"
          icon={<LogOut size={18} aria-hidden="true" />}
          onClick={logout}
        >
          登出
        </Button>
      </div>
    </Card>
  );
}

function Grey() {
  return (
    <Loading>
      <div className="grid gap-6 lg:grid-cols-2">
        {[0, 1, 2, 3].map((i) => (
          <Skeleton key={i} shape="block" className="h-72" />
        ))}
      </div>
    </Loading>
  );
}

export default function ProfilePage() {
  const info = useQuery(asked('identity', 'accountInfo', {}));
  const { verification } = useSession();
  const failure = info.error instanceof ApiFailure ? info.error : null;
  const account = info.data?.data;
  return (
    <div className="container page">
      <h1 className="mb-8 max-md:pt-4">帳戶管理</h1>
      {info.isPending && <Grey />}
      {info.isError && (
        <ErrorState
          title="暫時無法載入帳戶資料"
          onRetry={() => void info.refetch()}
          requestId={failure?.requestId}
        />
      )}
      {account && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <VerificationCard
              stage={verification?.verifiedIDStage ?? account.verifiedIDStage}
              status={verification?.verifiedIDstatus ?? account.verifiedIDstatus}
            />
            <Card as="section">
              <CardHead title="會員資料" />
              <Facts facts={personFacts(account)} />
            </Card>
          </div>
          <div className="grid gap-6">
            <BankCard bank={account.bank} />
            <SuitabilityCard />
            <LooksCard />
            <SecurityCard account={account} />
            {account.verifiedIDstatus === 3 && (
              <Alert title="資料需要變更時">請聯絡客服，我們會先確認是您本人。</Alert>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
