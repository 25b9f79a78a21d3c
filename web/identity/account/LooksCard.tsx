// Card for the appearance of pages on this device, and whether amounts are hidden at first.
import { setTextSize, setTheme, useTextSize, useTheme } from '../../site/kit/theme.ts';
import type { TextSize, Theme } from '../../site/kit/theme.ts';
import { chooseHidden } from '../../site/kit/hidden-amounts.ts';
import { usePreferences } from '../../notices/preferences.ts';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { Checkbox, Chips } from '../../ui/fields/Choices.tsx';
import { FieldGroup } from '../../ui/fields/Field.tsx';

const themes: [Theme, string][] = [
  ['system', '跟隨系統'],
  ['light', '淺色'],
  ['dark', '深色'],
];
const sizes: [TextSize, string][] = [
  ['normal', '標準'],
  ['large', '大'],
  ['huge', '特大'],
];
const choicesOf = (list: [string, string][]) => list.map(([value, title]) => ({ value, title }));

export function LooksCard() {
  const theme = useTheme();
  const size = useTextSize();
  const { preferences, change } = usePreferences();
  return (
    <Card as="section">
      <CardHead title="顯示設定" />
      <div className="grid gap-6">
        <FieldGroup label="畫面明暗">
          <Chips
            name="theme"
            value={theme}
            onValueChange={(value) => setTheme(value as Theme)}
            choices={choicesOf(themes)}
          />
        </FieldGroup>
        <FieldGroup label="文字大小">
          <Chips
            name="textSize"
            value={size}
            onValueChange={(value) => setTextSize(value as TextSize)}
            choices={choicesOf(sizes)}
          />
        </FieldGroup>
        {preferences && (
          <Checkbox
            checked={preferences.hideAmounts}
            onChange={(event) => {
              chooseHidden(null);
              change({ hideAmounts: event.target.checked });
            }}
          >
            預設隱藏「我的出資」的金額
          </Checkbox>
        )}
      </div>
    </Card>
  );
}
