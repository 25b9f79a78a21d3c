// Preview of the article as the public would see it, with the current values of the form.
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import type { Article } from '#contract/content/shapes.ts';
import { api } from '../../../office/api.ts';
import { useAct } from '../../../use-act.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Button, buttonShape } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { asSent, type FullArticle } from './article.ts';
import { ReadingPane } from '../../../office/editing/ReadingPane.tsx';
import { CleanedText } from './Rendered.tsx';
import { PictureBox } from '../picture/PictureBox.tsx';

type Seen = { article: Article; url: string };

/** Shows an article as the public sees it. */
export function ArticlePreview({ article }: { article: Article }) {
  const { title, category, author, excerpt, cover, readingMinutes, publishedAt, toc } = article;
  return (
    <article className="grid grid-cols-1 gap-3.5 max-w-[40rem] mx-auto">
      <p className="text-sm text-ink-3">{category}</p>
      <h2 className="text-[1.625rem] leading-9.5">{title}</h2>
      <p className="text-sm text-ink-3">
        {author}・<DateText at={publishedAt} />
        ・閱讀約 {readingMinutes} 分鐘
      </p>
      <PictureBox picture={cover} sizes="640px" />
      {excerpt && <p className="text-ink-2">{excerpt}</p>}
      {toc.length > 1 && (
        <nav aria-label="目錄" className="px-4.5 py-3.5 rounded-card bg-sunken text-sm">
          <ul>
            {toc.map(({ id, text, level }) => (
              <li
                className="data-[level=3]:ps-[1.2em] data-[level=3]:text-ink-3"
                key={id}
                data-level={level}
              >
                {text}
              </li>
            ))}
          </ul>
        </nav>
      )}
      <CleanedText html={article.body} />
    </article>
  );
}

export function PreviewButton({ article }: { article: FullArticle }) {
  const { getValues } = useFormContext();
  const [seen, setSeen] = useState<Seen | null>(null);
  const [open, setOpen] = useState(false);
  const { busy, problem, run } = useAct(async () => {
    const fields = asSent(getValues() as Parameters<typeof asSent>[0]);
    const { data } = await api.content.previewArticle({ ...fields, id: article.id });
    setSeen(data);
    setOpen(true);
  });
  return (
    <>
      <Button wide busy={busy} busyLabel="準備中……" onClick={() => void run()}>
        預覽
      </Button>
      {problem && <Alert tone="danger" live title={problem} />}
      {createPortal(
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title="預覽"
          size="lg"
          footer={
            seen && (
              <a
                href={seen.url}
                target="_blank"
                rel="noopener noreferrer"
                {...buttonShape({ look: 'secondary' })}
              >
                <ExternalLink size={18} aria-hidden="true" />
                在網站上開啟
              </a>
            )
          }
        >
          {seen && (
            <ReadingPane label="預覽內容">
              <ArticlePreview article={seen.article} />
            </ReadingPane>
          )}
        </Dialog>,
        document.body,
      )}
    </>
  );
}
