// Preview of a text as a member will read it, with sample values for its variables.
import type { FullWording } from '#contract/messages/calls.ts';
import { filled, smsParts, type WordingWay } from '#contract/core/wording.ts';
import { Card, CardHead } from '../../ui/display/Card.tsx';

type OfKind = Pick<FullWording, 'variables' | 'prefix'>;

/** Returns the text with sample values for its variables; unknown variables stay as they are. */
function read(text: string, kind: OfKind): string {
  const samples = Object.fromEntries(kind.variables.map(({ name, sample }) => [name, sample]));
  try {
    return filled(text, samples);
  } catch {
    return text;
  }
}

export function WordingPreview({
  kind,
  way,
  words,
  title = '預覽',
}: {
  kind: OfKind;
  way: WordingWay;
  words: { title: string; body: string };
  title?: string;
}) {
  const body = read(words.body, kind);
  const head = read(words.title, kind);
  const text = `${kind.prefix}${body}`;
  return (
    <Card as="section" tone="sunken">
      <CardHead title={title} level={3} />
      {way === 'sms' ? (
        <div className="grid gap-2">
          <p
            className="justify-self-start max-w-[24rem] px-4 py-3 rounded-[4px_18px_18px]
              bg-tint whitespace-pre-line wrap-anywhere"
          >
            {text}
          </p>
          <p className="field-hint">
            共 <span className="num">{text.length}</span> 字，以{' '}
            <span className="num">{smsParts(text)}</span> 則計費（70 字以內 1 則，超過則每 67 字 1
            則）
          </p>
        </div>
      ) : (
        <div
          className="grid gap-3 max-w-[36rem] p-4 border border-line rounded-card bg-card
            wrap-anywhere"
        >
          <p className="whitespace-pre-line font-bold text-ink">
            {way === 'email' ? `${kind.prefix}${head}` : head}
          </p>
          {body.split(/\n{2,}/).map((paragraph, i) => (
            <p className="whitespace-pre-line" key={i}>
              {paragraph}
            </p>
          ))}
        </div>
      )}
      <p className="field-hint mt-3">變數以範例填入，寄送時會換成該會員的資料。</p>
    </Card>
  );
}
