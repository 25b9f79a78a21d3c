// Uploaded documents for review, which can be selected, rotated and enlarged; every read is
// recorded in the audit log.
import { useQueries } from '@tanstack/react-query';
import { Columns2, Download, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ErrorState, Skeleton } from '../../ui/display/Alert.tsx';
import { Button, buttonShape } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { api } from '../api.ts';
import { Picture } from './Picture.tsx';

export type Paper = {
  id: string;
  /** Name of the upload field, which is also the field of the review that the document proves. */
  field: string;
  label: string;
  filename: string;
  contentType: string;
};

type Read = { data?: Blob | undefined; isError: boolean; refetch: () => unknown };

function usePapers(papers: readonly Paper[], task: string): Read[] {
  return useQueries({
    queries: papers.map(({ id }) => ({
      queryKey: ['uploads', id, task],
      queryFn: () => api.verification.readUpload({ id, task }),
      staleTime: Infinity,
      // Documents that are no longer shown are not cached.
      gcTime: 0,
      retry: false,
    })),
  });
}

function Thumb({
  paper,
  read,
  chosen,
  onChoose,
}: {
  paper: Paper;
  read: Read;
  chosen: boolean;
  onChoose: () => void;
}) {
  const address = useObjectUrl(read.data);
  const isPicture = paper.contentType.startsWith('image/');
  return (
    <button
      type="button"
      className="grid gap-1 p-1 border-2 border-transparent rounded-[10px] text-xs text-ink-2
        hover:bg-sunken aria-pressed:border-primary aria-pressed:text-primary
        aria-pressed:font-bold"
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <span
        className="picture grid place-items-center aspect-[8/5] overflow-hidden rounded-[6px]
          bg-sunken text-ink-3"
      >
        {address && isPicture ? (
          <img className="w-full h-full object-cover" src={address} alt="" />
        ) : (
          <FileText aria-hidden="true" />
        )}
      </span>
      <span className="name">{paper.label}</span>
    </button>
  );
}

function Chosen({ paper, read }: { paper: Paper; read: Read }) {
  const address = useObjectUrl(read.data);
  if (read.isError) {
    return <ErrorState compact title="檔案載入失敗" onRetry={() => void read.refetch()} />;
  }
  if (!address || !read.data)
    return (
      <Skeleton
        shape="block"
        className="office-light grid place-items-center h-[var(--paper-height,min(56dvh,30rem))]
          overflow-auto rounded-ctl bg-sunken"
      />
    );
  if (paper.contentType.startsWith('image/')) {
    return <Picture key={paper.id} address={address} blob={read.data} alt={paper.label} />;
  }
  return (
    <div
      className="office-light grid place-items-center h-[var(--paper-height,min(56dvh,30rem))]
          overflow-auto rounded-ctl bg-sunken content-center gap-3 p-4"
    >
      <FileText size={40} aria-hidden="true" className="text-ink-3" />
      <p>{paper.filename}</p>
      <a href={address} download={paper.filename} {...buttonShape()}>
        <Download size={18} aria-hidden="true" />
        下載檔案
      </a>
    </div>
  );
}

/** Two documents for comparison: the current one stays, and the next one is shown beside it. */
function Beside({ papers, reads, at }: { papers: readonly Paper[]; reads: Read[]; at: number[] }) {
  return (
    <div
      className="office-beside grid grid-cols-1 gap-3 min-[1360px]:data-[count=2]:grid-cols-2"
      data-count={at.length}
    >
      {at.map((i) => (
        <figure key={papers[i]!.id}>
          <Chosen paper={papers[i]!} read={reads[i]!} />
          {at.length > 1 && <figcaption>{papers[i]!.label}</figcaption>}
        </figure>
      ))}
    </div>
  );
}

/**
 * All documents of a task: thumbnails to choose from, and one document in large or two to compare.
 * Every read is recorded in the audit log. `look` is the focused field, whose document is shown.
 */
export function Papers({
  papers,
  task,
  look,
}: {
  papers: readonly Paper[];
  task: string;
  look?: { field: string } | undefined;
}) {
  const reads = usePapers(papers, task);
  const [at, setAt] = useState(0);
  const [pinned, setPinned] = useState<number | null>(null);
  useEffect(() => {
    const wanted = papers.findIndex(({ field }) => field === look?.field);
    if (wanted >= 0) setAt(wanted);
    // Runs each time a field gets the focus, even if it is the same field again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [look]);
  if (papers.length === 0) return <p className="text-ink-3">沒有上傳的檔案</p>;
  const shown = Math.min(at, papers.length - 1);
  const compare = () => {
    setPinned(pinned === null ? shown : null);
    if (pinned === null) setAt((shown + 1) % papers.length);
  };
  return (
    <div className="grid gap-3">
      <Beside
        papers={papers}
        reads={reads}
        at={pinned === null || pinned === shown ? [shown] : [pinned, shown]}
      />
      {papers.length > 1 && (
        <>
          <div
            className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2.5"
            role="group"
            aria-label="選擇要查看的檔案"
          >
            {papers.map((paper, i) => (
              <Thumb
                key={paper.id}
                paper={paper}
                read={reads[i]!}
                chosen={i === shown || i === pinned}
                onChoose={() => setAt(i)}
              />
            ))}
          </div>
          <Button
            size="sm"
            look="quiet"
            aria-pressed={pinned !== null}
            icon={<Columns2 size={18} aria-hidden="true" />}
            onClick={compare}
          >
            {pinned === null ? '並排比對' : '結束比對'}
          </Button>
        </>
      )}
      <p className="text-xs text-ink-3">每次查看都會留下稽核紀錄，請勿截圖或轉存。</p>
    </div>
  );
}
