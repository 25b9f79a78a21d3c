// Button that deletes something after confirmation, and shows an error if that fails.
import { type ComponentProps } from 'react';
import { useAct } from '../../use-act.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { ConfirmButton } from './ConfirmButton.tsx';

export function RemoveButton({
  onRemove,
  ...asking
}: Omit<ComponentProps<typeof ConfirmButton>, 'onConfirm'> & { onRemove: () => Promise<void> }) {
  const { problem, run } = useAct(onRemove);
  return (
    <>
      {problem && <Alert tone="danger" live title={problem} />}
      <ConfirmButton {...asking} onConfirm={run} />
    </>
  );
}
