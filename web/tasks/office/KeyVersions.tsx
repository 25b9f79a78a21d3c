// Progress of a rotation of a key, shown on the health page if there are several versions.
import type { Health } from '#contract/tasks/health.ts';
import { Ago } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatNumber } from '../../ui/format.ts';

type Version = Health['dataKeys'][number];

/** What a key does with a row: encrypt it, or calculate a hash of it. */
type Act = '加密' | '雜湊';

function State({ isCurrent, rowsLeft, countedAt, act }: Version & { act: Act }) {
  if (isCurrent) return `使用中，新資料以此版本${act}`;
  if (rowsLeft === null || countedAt === null) return `等待重新${act}`;
  return (
    <>
      {rowsLeft === 0 ? '已無資料使用，可移除' : `尚有 ${formatNumber(rowsLeft)} 筆待重新${act}`}（
      <Ago at={countedAt} />
      統計）
    </>
  );
}

type Props = { title: string; act: Act; versions: readonly Version[] };

export function KeyVersions({ title, act, versions }: Props) {
  if (versions.length < 2) return null;
  const facts = versions.map((one) => ({
    name: `第 ${one.version} 版`,
    value: <State {...one} act={act} />,
  }));
  return (
    <Card as="section">
      <CardHead title={title} />
      <Facts facts={facts} />
    </Card>
  );
}
