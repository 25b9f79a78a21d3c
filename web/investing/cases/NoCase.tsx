// Shown instead of a case that does not exist or that the viewer may no longer see.
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { DryRiver } from '../../ui/drawings/drawings.tsx';

export function NoCase() {
  return (
    <EmptyState
      title="案件不存在或已下架"
      drawing={<DryRiver />}
      actions={<GoButton to={paths.investment()}>看募集中的案件</GoButton>}
    >
      案件可能已經結束募集，或連結不正確。
    </EmptyState>
  );
}
