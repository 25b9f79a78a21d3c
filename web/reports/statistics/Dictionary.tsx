// The data dictionary on the page: what each figure means, and each field of the files.
import {
  BORROWERS_MIN,
  type BookTable,
  bookFields,
  bookTables,
  fieldTypeText,
} from '#contract/reports/book/fields.ts';
import { type DefinitionId, definitions } from '#contract/reports/book/definitions.ts';
import { Accordion } from '../../ui/display/Card.tsx';

const anchorOf = (id: DefinitionId) => `definition-${id}`;

/** Leads from a figure to its definition. */
export function DefinitionLink({ id }: { id: DefinitionId }) {
  const name = definitions.find((one) => one.id === id)!.name;
  return (
    <a
      className="link inline-flex min-h-11 items-center text-sm"
      href={`#${anchorOf(id)}`}
      aria-label={`定義：${name}`}
    >
      定義
    </a>
  );
}

/** Heading of a section with the link to the definition of its figures. */
export function SectionHead({
  id,
  title,
  definition,
}: {
  id: string;
  title: string;
  definition: DefinitionId;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <DefinitionLink id={definition} />
    </div>
  );
}

const about =
  '檔案不含姓名、地址、任職單位、生日、備註與案件編號。職業類別、月收入級距、年齡層與縣市四項，' +
  `相同的組合至少有 ${BORROWERS_MIN} 位借款人才會公布，不足時放寬或留空。`;

const tableText: Record<BookTable, string> = {
  loans: 'loans：每一筆撥款一列',
  repayments: 'repayments：每次還款的每個科目一列',
};

function Fields({ table }: { table: BookTable }) {
  return (
    <Accordion title={tableText[table]}>
      <dl className="grid gap-4">
        {bookFields[table].map(({ name, type, unit, meaning, derivation, suppression }) => (
          <div key={name} className="grid gap-x-6 gap-y-1 md:grid-cols-[16em_minmax(0,1fr)]">
            <dt>
              <code className="text-ink">{name}</code>
              <span className="block text-sm text-ink-3">
                {fieldTypeText[type]}
                {unit !== '—' && `，${unit}`}
              </span>
            </dt>
            <dd>
              <b className="text-ink">{meaning}</b>：{derivation}。
              {suppression !== '不遮蔽' && (
                <span className="block text-sm text-ink-3">遮蔽：{suppression}。</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Accordion>
  );
}

export function Dictionary() {
  return (
    <section aria-labelledby="dictionary" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="dictionary" className="text-h3">
        資料字典
      </h2>
      <p className="max-w-[42em]">{about}</p>
      <dl className="grid gap-4">
        {definitions.map(({ id, name, text }) => (
          <div
            key={id}
            id={anchorOf(id)}
            tabIndex={-1}
            className="grid scroll-mt-[calc(var(--header-h)_+_12px)] gap-x-6 gap-y-1
              md:grid-cols-[16em_minmax(0,1fr)]"
          >
            <dt className="font-bold text-ink">{name}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <div>
        {bookTables.map((table) => (
          <Fields key={table} table={table} />
        ))}
      </div>
    </section>
  );
}
