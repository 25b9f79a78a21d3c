// Says below the chosen file which known layout fits it, or offers to map its columns.
import { useEffect, useState } from 'react';
import type { Layout } from '#contract/banking/statements.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Alert } from '../../../../ui/display/Alert.tsx';
import { firstBytes, type FirstBytes, headOf, layoutsFor } from './read-table.ts';

type Props = {
  file: File | undefined;
  layouts: readonly Layout[];
  /** Called with the only layout that fits, once the file was read or the layout was made. */
  onFound: (layout: Layout) => void;
  onMap: (first: FirstBytes) => void;
};

export function LayoutOffer({ file, layouts, onFound, onMap }: Props) {
  const [unknown, setUnknown] = useState<FirstBytes | null>(null);
  useEffect(() => {
    setUnknown(null);
    if (!file) return;
    let isCurrent = true;
    void firstBytes(file).then((first) => {
      if (!isCurrent) return;
      const head = headOf(first);
      if (head === null) return;
      const fitting = layoutsFor(layouts, head);
      if (fitting.length === 0) setUnknown(first);
      else if (fitting.length === 1) onFound(fitting[0]!);
    });
    return () => {
      isCurrent = false;
    };
  }, [file, layouts, onFound]);
  if (unknown === null) return null;
  return (
    <Alert tone="warn" title="沒有已知的格式符合這個檔案">
      <p className="mb-3">指出每一欄是什麼並取名儲存，下次相同的檔案會自動選用。</p>
      <Button onClick={() => onMap(unknown)}>對應欄位</Button>
    </Alert>
  );
}
