// Button that hides or shows the amounts on this device.
import { Eye, EyeOff } from 'lucide-react';
import { chooseHidden, useHidden } from './hidden-amounts.ts';
import { IconButton } from '../../ui/Button.tsx';

export function EyeButton() {
  const hidden = useHidden();
  const Icon = hidden ? EyeOff : Eye;
  return (
    <span className="no-print contents">
      <IconButton label={hidden ? '顯示金額' : '隱藏金額'} onClick={() => chooseHidden(!hidden)}>
        <Icon size={22} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
