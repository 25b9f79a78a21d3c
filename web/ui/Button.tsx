// The button: shows that it is busy, and why it cannot be pressed.
import { Info } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';
type Shape = {
  look?: ButtonLook | undefined;
  size?: ButtonSize | undefined;
  wide?: boolean | undefined;
};

/** Returns the class and data attributes that make any element look like a button; for links. */
export function buttonShape({ look = 'secondary', size = 'md', wide }: Shape = {}) {
  return {
    className: 'button',
    'data-look': look,
    'data-size': size,
    'data-wide': wide ? '' : undefined,
  };
}

type Props = Omit<ComponentProps<'button'>, 'disabled'> &
  Shape & {
    /** While busy, the label becomes `busyLabel`, presses are ignored, and the focus stays. */
    busy?: boolean | undefined;
    busyLabel?: string;
    /** Why the button cannot be pressed now. Shown beside it; the button stays focusable. */
    disabledReason?: string | undefined;
    icon?: ReactNode;
  };

export function Button({
  look,
  size,
  wide,
  busy,
  busyLabel = '送出中……',
  disabledReason,
  icon,
  children,
  onClick,
  type = 'button',
  className,
  ...rest
}: Props) {
  const reasonId = useId();
  const shape = buttonShape({ look, size, wide });
  const idle = !busy && !disabledReason;
  const button = (
    <button
      {...shape}
      {...rest}
      className={className ? `${shape.className} ${className}` : shape.className}
      type={idle ? type : 'button'}
      onClick={idle ? onClick : undefined}
      aria-busy={busy || undefined}
      aria-disabled={disabledReason ? true : undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {busy ? busyLabel : children}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <div className={wide ? 'w-full' : undefined}>
      {button}
      <p id={reasonId} className="button-reason">
        <Info size={16} aria-hidden="true" className="self-center" />
        {disabledReason}
      </p>
    </div>
  );
}

/** A square button with only an icon; `label` is its name and its tooltip. */
export function IconButton({
  label,
  children,
  look = 'quiet',
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; look?: ButtonLook }) {
  return (
    <button
      type="button"
      {...buttonShape({ look })}
      data-icon-only=""
      aria-label={label}
      title={label}
      {...rest}
    >
      {children}
    </button>
  );
}
