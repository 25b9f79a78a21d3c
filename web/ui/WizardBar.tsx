// The buttons at the end of a step; on phones they stay at the lower edge of the window.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './wizard-bar.css';

export function WizardBar({
  reason,
  onReason,
  children,
}: {
  /** Why the step is not done yet; shown above the buttons, where the thumb is. */
  reason?: string | undefined;
  /** Leads to what is missing. */
  onReason?: () => void;
  children: ReactNode;
}) {
  return (
    <div className="wizard-bar">
      {reason && (
        <p className="wizard-reason" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {onReason ? (
            <button type="button" className="link" onClick={onReason}>
              {reason}
            </button>
          ) : (
            reason
          )}
        </p>
      )}
      {children}
    </div>
  );
}
