// What stands in the place of the cases when none is being funded.
import { EmptyState } from '../../ui/display/Alert.tsx';
import { GoButton } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';

export function NoCases() {
  return (
    <EmptyState
      title="目前沒有募集中的案件"
      actions={<GoButton to={paths.article(45)}>先看出資流程</GoButton>}
    >
      新案件通過審核後會出現在這裡，請稍後再來看看。
    </EmptyState>
  );
}
