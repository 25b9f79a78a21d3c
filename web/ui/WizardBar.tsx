// Buttons at the end of a step; on phones they stay at the lower edge of the window.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './wizard-bar.css';

export function WizardBar({
  reason,
  onReason,
  children,
}: {
  /** Why the step is not complete; shown above the buttons. */
  reason?: string | undefined;
  /** Moves to the part of the step that is not complete. */
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
