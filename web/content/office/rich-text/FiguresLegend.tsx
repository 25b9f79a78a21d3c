// Variables that may be used in a text, each with its current value; a click copies it.
import { useState } from 'react';
import { wordsOf } from '../../../api.ts';
import { ErrorState, SkeletonLines } from '../../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { FigureKeys } from '../../../office/editing/FigureKeys.tsx';
import { useFigures } from './RichTextField.tsx';

function Figures() {
  const query = useFigures();
  const [wanted, setWanted] = useState('');
  if (query.isPending) return <SkeletonLines lines={4} />;
  if (query.isLoadingError) {
    return <ErrorState compact title={wordsOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  const words = wanted.trim().toLowerCase();
  const found = query.data.data.filter(({ key, value, about }) =>
    `${key} ${value} ${about}`.toLowerCase().includes(words),
  );
  return (
    <div className="grid gap-3">
      <Field id="figure-search" label="尋找數字" optional>
        <TextInput
          type="search"
          value={wanted}
          autoComplete="off"
          placeholder="例如 手續費"
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={(event) => void (event.key === 'Enter' && event.preventDefault())}
        />
      </Field>
      <FigureKeys figures={found} spelt={(key) => `{{${key}}}`} />
      {found.length === 0 && <p className="text-ink-3">沒有符合的數字</p>}
    </div>
  );
}

/** The legend is loaded when it is opened, because most edits do not need it. */
export function FiguresLegend() {
  return (
    <Card as="section">
      <CardHead title="自動更新的數字" />
      <p className="mb-4 text-sm text-ink-2">
        金額、費率與天數請寫代號，公開頁面會自動換成當天的數字，不必逐篇修改。
      </p>
      <Figures />
    </Card>
  );
}
