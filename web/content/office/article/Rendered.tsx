// A text as the public sees it: sanitised by the server, with current values in place of variables.
import { useQuery } from '@tanstack/react-query';
import { wordsOf } from '../../../api.ts';
import { api } from '../../../office/api.ts';
import { ErrorState, SkeletonLines } from '../../../ui/display/Alert.tsx';

/** Shows HTML that the server has sanitised; no other HTML may be passed. */
export function CleanedText({ html }: { html: string }) {
  return (
    <div
      className="rich article-text"
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

export function Rendered({ body }: { body: string }) {
  const query = useQuery({
    queryKey: ['content', 'renderBody', body],
    queryFn: () => api.content.renderBody({ body }),
    staleTime: 60_000,
  });
  if (query.isPending) return <SkeletonLines lines={6} />;
  if (query.isLoadingError) {
    return <ErrorState compact title={wordsOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  const { html } = query.data.data;
  return html ? <CleanedText html={html} /> : <p className="text-ink-3">（沒有內文）</p>;
}
