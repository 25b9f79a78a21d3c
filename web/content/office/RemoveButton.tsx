// Takes something away once it was confirmed, and says so where that failed.
import { useState, type ComponentProps } from 'react';
import { wordsOf } from '../../api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { ConfirmButton } from './ConfirmButton.tsx';

export function RemoveButton({
  onRemove,
  ...asking
}: Omit<ComponentProps<typeof ConfirmButton>, 'onConfirm'> & { onRemove: () => Promise<void> }) {
  const [problem, setProblem] = useState('');
  const remove = () => onRemove().catch((error: unknown) => setProblem(wordsOf(error)));
  return (
    <>
      {problem && <Alert tone="danger" live title={problem} />}
      <ConfirmButton {...asking} onConfirm={remove} />
    </>
  );
}
