// Card with the ways to sign in: e-mail, password, phone, Google.
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { LostPhone } from '../recovery/LostPhone.tsx';
import type { Account } from './account.ts';

export function SecurityCard({ account }: { account: Account }) {
  const { emailVerifiedAt, hasPassword, isGoogleLogin, phoneMasked } = account;
  return (
    <Card as="section">
      <CardHead title="登入與安全" />
      <Facts
        facts={[
          {
            name: '電子郵件驗證',
            value: emailVerifiedAt ? (
              <>
                <DateText at={emailVerifiedAt} /> <span className="whitespace-nowrap">完成</span>
              </>
            ) : (
              '由 Google 驗證'
            ),
          },
          {
            name: '密碼',
            value: (
              <span className="flex flex-wrap items-center gap-3">
                {hasPassword ? (
                  <span className="whitespace-nowrap" aria-hidden="true">
                    ••••••••
                  </span>
                ) : (
                  '尚未設定'
                )}
                <GoButton
                  to={paths.alterPassword()}
                  size="sm"
                  aria-label={hasPassword ? '變更密碼' : '設定密碼'}
                >
                  {hasPassword ? '變更' : '設定'}
                </GoButton>
              </span>
            ),
          },
          ...(phoneMasked
            ? [
                {
                  name: '手機號碼',
                  value: (
                    <span className="flex flex-wrap items-center gap-3">
                      <span className="num">{phoneMasked}</span>
                      <LostPhone account={account} />
                    </span>
                  ),
                },
              ]
            : []),
          {
            name: 'Google 帳號',
            value: isGoogleLogin ? <Tag tone="done">已連結</Tag> : '未連結',
          },
        ]}
      />
      <p className="mt-4 text-sm text-ink-3">
        我們不會以電話或訊息索取您的密碼與驗證碼。閒置 2 小時後會自動登出。
      </p>
    </Card>
  );
}
