// Compares a text with the version in force, as calculated by the server.
import { useQuery } from '@tanstack/react-query';
import { wordsOf } from '../../api.ts';
import { api } from '../../office/api.ts';
import { ErrorState, SkeletonLines } from '../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { Changes } from '../../office/editing/Changes.tsx';

export function Compared({ policyId, body }: { policyId: string; body: string }) {
  const query = useQuery({
    queryKey: ['content', 'comparePolicy', policyId, body],
    queryFn: () => api.content.comparePolicy({ id: policyId, body }),
  });
  if (query.isPending) return <SkeletonLines lines={5} />;
  if (query.isLoadingError) {
    return <ErrorState compact title={wordsOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  const { changes } = query.data.data;
  return changes ? (
    <Changes changes={changes} />
  ) : (
    <p className="text-ink-3">還沒有生效的版本可以比較</p>
  );
}

export function ComparedCard({ policyId, body }: { policyId: string; body: string }) {
  return (
    <Card as="section">
      <CardHead title="與現行版本的差異" />
      <Compared policyId={policyId} body={body} />
    </Card>
  );
}
