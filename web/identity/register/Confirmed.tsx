// What the page of the mailed link shows once the address is confirmed, now or before.
import { useSession } from '../../session.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Stones } from '../../ui/drawings/drawings.tsx';
import { nextOfRegistration } from './register-draft.ts';

function Now({ isSignedIn }: { isSignedIn: boolean }) {
  const next = nextOfRegistration();
  return (
    <>
      <h1>電子郵件驗證完成</h1>
      <p>接下來完成身分驗證，就能申貸或出資。約需 6 分鐘，可以分次完成。</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <GoButton
          to={isSignedIn ? next : paths.login({ redirectTo: next })}
          look="primary"
          size="lg"
        >
          {isSignedIn ? '繼續' : '登入並繼續'}
        </GoButton>
        <GoButton to={paths.home()} size="lg">
          先逛逛
        </GoButton>
      </div>
    </>
  );
}

/** Shown if the link was followed before, which confirmed the address. */
function Before() {
  return (
    <>
      <h1>已驗證，請登入</h1>
      <p>您先前已經點過這個連結，電子郵件已完成驗證。</p>
      <GoButton to={paths.login({ redirectTo: nextOfRegistration() })} look="primary" size="lg">
        登入
      </GoButton>
    </>
  );
}

function Mine() {
  return (
    <>
      <h1>電子郵件驗證</h1>
      <div className="w-full text-start">
        <Alert title="這個電子郵件已經完成驗證，不需要再次驗證" />
      </div>
      <GoButton to={paths.verification()} look="primary">
        前往身分驗證
      </GoButton>
    </>
  );
}

type Props = {
  /** now: by this link. mine: the member who is signed in had confirmed it. before: anybody had. */
  when: 'now' | 'mine' | 'before';
  isSame: (email: string) => boolean;
};

export default function Confirmed({ when, isSame }: Props) {
  const { user } = useSession();
  return (
    <>
      <Stones />
      {when === 'now' && <Now isSignedIn={user !== null && isSame(user.email)} />}
      {when === 'mine' && <Mine />}
      {when === 'before' && <Before />}
    </>
  );
}
