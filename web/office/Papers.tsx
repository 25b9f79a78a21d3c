// Uploaded papers at a reviewer's desk: fetched with a trace, looked at, turned and enlarged.
import { useQueries } from '@tanstack/react-query';
import { Download, FileText, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ErrorState, Skeleton } from '../ui/Alert.tsx';
import { buttonShape, IconButton } from '../ui/Button.tsx';
import { api } from './api.ts';

export type Paper = { id: string; label: string; filename: string; contentType: string };

/** An address for bytes the browser holds; given back when the paper is put away. */
function useAddress(blob: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob ? address : null;
}

type Read = { data?: Blob | undefined; isError: boolean; refetch: () => unknown };

function usePapers(papers: readonly Paper[], task: string): Read[] {
  return useQueries({
    queries: papers.map(({ id }) => ({
      queryKey: ['uploads', id, task],
      queryFn: () => api.verification.readUpload({ id, task }),
      staleTime: Infinity,
      // What is no longer on the desk is not kept.
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
  const address = useAddress(read.data);
  const isPicture = paper.contentType.startsWith('image/');
  return (
    <button type="button" className="office-thumb" aria-pressed={chosen} onClick={onChoose}>
      <span className="picture">
        {address && isPicture ? <img src={address} alt="" /> : <FileText aria-hidden="true" />}
      </span>
      <span className="name">{paper.label}</span>
    </button>
  );
}

const turns = ['rotate-0', 'rotate-90', 'rotate-180', '-rotate-90'] as const;

function Picture({ address, alt }: { address: string; alt: string }) {
  const [turn, setTurn] = useState(0);
  const [large, setLarge] = useState(false);
  const Zoom = large ? ZoomOut : ZoomIn;
  return (
    <>
      <div
        className="office-light"
        tabIndex={large === false ? undefined : 0}
        role="group"
        aria-label={`${alt}的影像`}
      >
        <img src={address} alt={alt} className={turns[turn]} data-large={large ? '' : undefined} />
      </div>
      <div className="office-light-tools">
        <IconButton
          label={large ? '縮小' : '放大'}
          aria-pressed={large}
          onClick={() => setLarge(!large)}
        >
          <Zoom size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="向右旋轉" onClick={() => setTurn((turn + 1) % turns.length)}>
          <RotateCw size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </>
  );
}

function Chosen({ paper, read }: { paper: Paper; read: Read }) {
  const address = useAddress(read.data);
  if (read.isError) {
    return <ErrorState compact title="檔案載入失敗" onRetry={() => void read.refetch()} />;
  }
  if (!address) return <Skeleton shape="block" className="office-light" />;
  if (paper.contentType.startsWith('image/')) {
    return <Picture key={paper.id} address={address} alt={paper.label} />;
  }
  return (
    <div className="office-light office-light-file">
      <FileText size={40} aria-hidden="true" className="text-ink-3" />
      <p>{paper.filename}</p>
      <a href={address} download={paper.filename} {...buttonShape()}>
        <Download size={18} aria-hidden="true" />
        下載檔案
      </a>
    </div>
  );
}

/** All papers of a task: small ones to choose from, one large. Every read leaves a trace. */
export function Papers({ papers, task }: { papers: readonly Paper[]; task: string }) {
  const reads = usePapers(papers, task);
  const [at, setAt] = useState(0);
  const chosen = papers[Math.min(at, papers.length - 1)];
  const read = reads[Math.min(at, papers.length - 1)];
  if (!chosen || !read) return <p className="text-ink-3">沒有上傳的檔案</p>;
  return (
    <div className="office-papers">
      <Chosen paper={chosen} read={read} />
      {papers.length > 1 && (
        <div className="office-thumbs" role="group" aria-label="選擇要查看的檔案">
          {papers.map((paper, i) => (
            <Thumb
              key={paper.id}
              paper={paper}
              read={reads[i]!}
              chosen={i === at}
              onChoose={() => setAt(i)}
            />
          ))}
        </div>
      )}
      <p className="text-xs text-ink-3">每次查看都會留下稽核紀錄，請勿截圖或轉存。</p>
    </div>
  );
}
