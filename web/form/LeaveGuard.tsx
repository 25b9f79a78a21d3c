// Asks for confirmation before unsaved input is lost, inside the site and when the tab is closed.
import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { type Location, NavigationType, useBlocker } from 'react-router';
import { isLeaving } from '../leave.ts';
import { hasExpired } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

/**
 * Navigation options after a deletion: the page is replaced in the history, and the user is not
 * asked, because there is nothing left to save.
 */
export const deleted = { replace: true, state: { deleted: true } } as const;

/**
 * Returns whether the navigation follows a deletion; going back to the same entry later asks as
 * usual.
 */
const isDeleted = (action: NavigationType, { state }: Location) =>
  action === NavigationType.Replace && (state as typeof deleted.state | null)?.deleted === true;

/**
 * Asks for confirmation while `dirty` before the user leaves; after confirmation the navigation
 * continues. With `always` it asks inside the site whether or not anything was changed.
 */
export function LeaveQuestion({ dirty, always = false }: { dirty: boolean; always?: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      (dirty || always) &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isDeleted(historyAction, nextLocation),
  );
  // Whoever agreed to leave is not asked again if the next page must be loaded as a document.
  const agreed = blocker.state === 'proceeding';
  useEffect(() => {
    if (!dirty || agreed) return;
    const ask = (event: BeforeUnloadEvent) => {
      // If the session has expired, the question is skipped, because the draft is stored.
      if (!hasExpired() && !isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty, agreed]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={stay}
      title="您的資料尚未儲存，確定要離開嗎？"
      alert
      footer={
        <>
          <Button onClick={() => blocker.proceed?.()}>確定離開</Button>
          <Button look="primary" onClick={stay}>
            返回編輯
          </Button>
        </>
      }
    >
      <p>離開後，這一頁填寫的內容將不會保留。</p>
    </Dialog>
  );
}

/**
 * Guards a form: asks before the user leaves if something was changed that is neither sent nor
 * being sent.
 */
export function LeaveGuard({ off }: { off: boolean }) {
  const { isDirty, isSubmitting } = useFormState();
  return <LeaveQuestion dirty={isDirty && !isSubmitting && !off} />;
}

/**
 * Asks for confirmation before the user leaves a form that must not be left without an answer,
 * whether or not anything was changed.
 */
export function AlwaysAsk() {
  const { isDirty, isSubmitting } = useFormState();
  return <LeaveQuestion dirty={isDirty && !isSubmitting} always={!isSubmitting} />;
}
