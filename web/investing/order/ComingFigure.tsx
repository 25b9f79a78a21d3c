// Grey place of a figure or of its note, exactly one line high.
import { Skeleton } from '../../ui/display/Alert.tsx';

export const ComingFigure = () => (
  <Skeleton className="my-0 inline-block h-[1lh] w-20 max-w-full align-top" />
);
