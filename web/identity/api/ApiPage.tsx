// Page /account/api: the member's tokens and the applications that the member has connected.
import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { useApiDocs } from '../../site/kit/api-docs.ts';
import { Back } from '../../site/kit/Back.tsx';
import { titleOf } from '../../site/kit/brand.ts';
import { Go } from '../../site/kit/Go.tsx';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { AccessList } from './AccessList.tsx';
import { NewToken } from './NewToken.tsx';

export const meta = () => [{ title: titleOf('API 存取') }, { name: 'robots', content: 'noindex' }];

export default function ApiPage() {
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  const list = useQuery({
    queryKey: ['identity', 'apiAccess', {}],
    queryFn: ({ signal }) => deferredApi.identity.apiAccess({}, { signal }),
  });
  const failure = list.error instanceof ApiFailure ? list.error : null;
  const accesses = list.data?.data;
  const account = info.data?.data;
  const hasDocs = useApiDocs();
  return (
    <div className="container page">
      <Back to={paths.profile({ section: 'security' })}>登入與安全</Back>
      <div className="mb-6 grid max-w-3xl gap-2">
        <h1>API 存取</h1>
        <p className="text-ink-2">
          讓您自己的程式，或您連結的應用程式，在您允許的範圍內存取帳戶。變更密碼、銀行帳戶與個人資料，一律要您本人登入操作。
        </p>
        {hasDocs && (
          <p className="text-ink-2">
            程式怎麼呼叫、有哪些功能，請看
            <Go to={paths.apiDocs()}>開發者文件</Go>。
          </p>
        )}
      </div>
      {list.isPending && (
        <Loading>
          <Skeleton shape="block" className="h-64 max-w-3xl" />
        </Loading>
      )}
      {list.isLoadingError && (
        <ErrorState onRetry={() => void list.refetch()} requestId={failure?.requestId} />
      )}
      {accesses && (
        <div className="grid max-w-3xl gap-6">
          <Card as="section">
            <CardHead title="權杖與應用程式">{account && <NewToken account={account} />}</CardHead>
            {accesses.length > 0 ? (
              <AccessList accesses={accesses} />
            ) : (
              <EmptyState title="還沒有授權任何程式">
                建立權杖給自己的程式使用；連結合作夥伴的應用程式後，也會列在這裡。
              </EmptyState>
            )}
          </Card>
        </div>
      )}
    </div>
  );
}
