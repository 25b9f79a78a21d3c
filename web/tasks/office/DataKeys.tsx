// Progress of a rotation of the data key, shown on the health page if there are several versions.
import type { Health } from '#contract/tasks/health.ts';
import { Ago } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatNumber } from '../../ui/format.ts';

type Version = Health['dataKeys'][number];

function State({ isCurrent, rowsLeft, countedAt }: Version) {
  if (isCurrent) return '使用中，新資料以此版本加密';
  if (rowsLeft === null || countedAt === null) return '等待重新加密';
  return (
    <>
      {rowsLeft === 0 ? '已無資料使用，可移除' : `尚有 ${formatNumber(rowsLeft)} 筆待重新加密`}（
      <Ago at={countedAt} />
      統計）
    </>
  );
}

export function DataKeys({ dataKeys }: Pick<Health, 'dataKeys'>) {
  if (dataKeys.length < 2) return null;
  return (
    <Card as="section">
      <CardHead title="資料金鑰" />
      <Facts
        facts={dataKeys.map((one) => ({ name: `第 ${one.version} 版`, value: <State {...one} /> }))}
      />
    </Card>
  );
}
