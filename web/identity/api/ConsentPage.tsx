// Page /oauth/authorize: an application of a partner asks for access, and the member answers.
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { scopeText } from '#contract/identity/scopes.ts';
import { ApiFailure, type Answer, wordsOf } from '../../api.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { buttonShape } from '../../ui/Button.tsx';
import { Alert, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Card, Facts } from '../../ui/display/Card.tsx';
import type { Account } from '../account/account.ts';
import { ProofDialog } from '../sign-in/ProofDialog.tsx';
import { CapField, capShape, DaysField, daysShape } from './permission-fields.tsx';
import { useConfirmed } from './use-confirmed.ts';

export const meta = () => [
  { title: titleOf('連結應用程式') },
  { name: 'robots', content: 'noindex' },
];

type ConsentRequest = Answer<SiteCalls['identity']['consentRequest']>['data'];

const names = [
  ...(['response_type', 'client_id', 'redirect_uri', 'scope', 'state'] as const),
  ...(['code_challenge', 'code_challenge_method'] as const),
];

/** The parameters that the server checks; others are ignored, as OAuth demands. */
function requestIn(query: URLSearchParams) {
  const given = names.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { client_id: '', redirect_uri: '', ...Object.fromEntries(given) };
}
type Request = ReturnType<typeof requestIn>;

function Scopes({ scopes }: Pick<ConsentRequest, 'scopes'>) {
  return (
    <ul aria-label="要求的權限" className="grid gap-3">
      {scopes.map((scope) => (
        <li key={scope} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <Check size={20} aria-hidden="true" className="mt-1 text-primary" />
          <div>
            <p className="font-bold text-ink">{scopeText[scope].name}</p>
            <p className="text-ink-3">{scopeText[scope].means}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const plainSchema = z.object({ days: daysShape });
const orderingSchema = plainSchema.extend({ dailyCap: capShape });

function Consent({
  asked,
  request,
  account,
}: {
  asked: ConsentRequest;
  request: Request;
  account: Account;
}) {
  const { partner, host, scopes, denyUrl } = asked;
  const isOrdering = scopes.includes('orders:place');
  const form = useZodForm(isOrdering ? orderingSchema : plainSchema, { days: 90 });
  type Given = { days: 30 | 90 | 365; dailyCap?: number };
  const { isWaiting, forget, run, onProven } = useConfirmed(async (given: Given) => {
    const { data } = await deferredApi.identity.giveConsent({ ...request, ...given });
    window.location.assign(data.redirectTo);
  });
  return (
    <Card as="section">
      <div className="mb-6 grid gap-4">
        <h1 className="text-h2">「{partner}」想要存取您的帳戶</h1>
        <Facts
          facts={[
            { name: '您的帳戶', value: account.email },
            { name: '完成後前往', value: host },
          ]}
        />
        <Scopes scopes={scopes} />
        <p className="text-ink-3">
          它不會得到您的密碼，也不能變更密碼、銀行帳戶或個人資料。您可以隨時到「API 存取」解除連結。
        </p>
      </div>
      <Form form={form} label="連結應用程式" onSubmit={(given) => run(given as Given)}>
        {isOrdering && <CapField />}
        <DaysField />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busyLabel="連結中……">允許</SubmitButton>
          <a {...buttonShape()} href={denyUrl}>
            拒絕
          </a>
        </div>
      </Form>
      <ProofDialog
        named={{ act: 'application' }}
        account={account}
        open={isWaiting}
        onClose={forget}
        title="請先確認是您本人"
        about={`確認後，「${partner}」就能在上述範圍內存取您的帳戶。`}
        act="允許"
        onProven={onProven}
      />
    </Card>
  );
}

/** Why nothing is asked, with the way back if the application is known. */
function Refused({ failure }: { failure: ApiFailure }) {
  const back = (failure.data as { redirectTo?: unknown } | undefined)?.redirectTo;
  return (
    <Alert tone="danger" title={wordsOf(failure)}>
      <p>您的帳戶沒有開放任何權限。請回到原本的應用程式再試一次，或聯絡它的客服。</p>
      {typeof back === 'string' && (
        <a className="link" href={back}>
          回到應用程式
        </a>
      )}
    </Alert>
  );
}

const isAnswered = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && /^OAUTH_|^INVALID_INPUT$/.test(error.code ?? '');

export default function ConsentPage() {
  const [query] = useSearchParams();
  const request = requestIn(query);
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  const asked = useQuery({
    queryKey: ['identity', 'consentRequest', request],
    queryFn: ({ signal }) => deferredApi.identity.consentRequest(request, { signal }),
  });
  const account = info.data?.data;
  return (
    <div className="container page">
      <div className="mx-auto grid max-w-2xl gap-6">
        {!asked.data && <h1>連結應用程式</h1>}
        {asked.isPending && (
          <Loading>
            <Skeleton shape="block" className="h-96" />
          </Loading>
        )}
        {isAnswered(asked.error) && <Refused failure={asked.error} />}
        {asked.isLoadingError && !isAnswered(asked.error) && (
          <ErrorState onRetry={() => void asked.refetch()} />
        )}
        {asked.data && account && (
          <Consent asked={asked.data.data} request={request} account={account} />
        )}
      </div>
    </div>
  );
}
