// Asks before unsaved input is left behind, inside the site and when the tab is closed.
import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { type Location, NavigationType, useBlocker } from 'react-router';
import { hasExpired } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

/** How to leave what was just deleted: in its place, and there is nothing left to save. */
export const deleted = { replace: true, state: { deleted: true } } as const;

/** Going back to the same place later is a step like any other, and asks. */
const isDeleted = (action: NavigationType, { state }: Location) =>
  action === NavigationType.Replace && (state as typeof deleted.state | null)?.deleted === true;

/**
 * Asks while `dirty`; leaving goes on to where the user wanted to go. With `always` it asks inside
 * the site whether or not anything was changed.
 */
export function LeaveQuestion({ dirty, always = false }: { dirty: boolean; always?: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      (dirty || always) &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isDeleted(historyAction, nextLocation),
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      // Nobody left to ask: the session ran out, and what was typed is kept.
      if (!hasExpired()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
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

/** The guard of a form: asks once something was changed and not yet sent or being sent. */
export function LeaveGuard({ off }: { off: boolean }) {
  const { isDirty, isSubmitting } = useFormState();
  return <LeaveQuestion dirty={isDirty && !isSubmitting && !off} />;
}

/** Inside a form that may not be left without an answer, whether or not anything was changed. */
export function AlwaysAsk() {
  const { isDirty, isSubmitting } = useFormState();
  return <LeaveQuestion dirty={isDirty && !isSubmitting} always={!isSubmitting} />;
}
