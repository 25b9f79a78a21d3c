// Target of an operator's one-time link: shows the site as the member sees it, or a note that the
// impersonation has ended.
import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { impersonationLinkMinutes } from '#contract/identity/impersonation-rules.ts';
import { ApiFailure, wordsOf } from '../api.ts';
import { beginImpersonation } from '../session.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { titleOf } from '../site/kit/brand.ts';
import * as paths from '../site/kit/paths.ts';
import { Alert, Loading, Skeleton } from '../ui/display/Alert.tsx';
import '../site/members.css';

export const meta = () => [{ title: titleOf('客服代看') }, { name: 'robots', content: 'noindex' }];

/**
 * Uses the link only once, even if the page renders repeatedly, and loads the site as the member.
 */
let following: Promise<void> | null = null;

async function follow(token: string): Promise<void> {
  const { data } = await deferredApi.identity.openImpersonation({ token });
  beginImpersonation(data.user, data.look);
  window.location.replace(paths.profile());
}

export default function ImpersonationPage() {
  const [state, setState] = useState<{ phase: 'opening' | 'over' } | { failure: unknown }>({
    phase: 'opening',
  });
  useEffect(() => {
    const token = window.location.hash.slice(1);
    if (token) {
      // The token must not stay in the browser history.
      window.history.replaceState(window.history.state, '', paths.impersonation());
      following ??= follow(token);
    }
    if (!following) setState({ phase: 'over' });
    else following.catch((failure: unknown) => setState({ failure }));
  }, []);
  if ('failure' in state) return <Failed failure={state.failure} />;
  return (
    <div className="container page grid max-w-xl justify-items-center gap-5 text-center">
      {state.phase === 'over' ? (
        <>
          <Eye size={48} aria-hidden="true" className="text-ink-3" />
          <h1>代看已結束</h1>
          <p>這個分頁不再顯示會員的資料，您可以將它關閉。需要再看時，請從後台的會員頁重新開啟。</p>
        </>
      ) : (
        <>
          <h1>正在開啟會員的畫面</h1>
          <Loading>
            <Skeleton shape="block" className="h-40 w-full" />
          </Loading>
        </>
      )}
    </div>
  );
}

function Failed({ failure }: { failure: unknown }) {
  const used = failure instanceof ApiFailure && failure.code === 'VIEWING_LINK';
  return (
    <div className="container page grid max-w-xl gap-5">
      <h1>無法開啟代看</h1>
      <Alert tone={used ? 'warn' : 'danger'} title={wordsOf(failure)}>
        連結限用一次，須在建立後 {impersonationLinkMinutes} 分鐘內，於同一個瀏覽器開啟。
      </Alert>
    </div>
  );
}
