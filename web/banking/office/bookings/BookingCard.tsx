// One booking: its facts, entries and papers, as the page and the second person's task show it.
import type { BookingDetail } from '#contract/banking/bookings.ts';
import { bookingKindText, bookingWords } from '#contract/banking/words.ts';
import { Link } from '../../../office/links/Link.tsx';
import { api } from '../../../office/api.ts';
import { FileButton } from '../../../office/kit/FileButton.tsx';
import * as paths from '../../../office/paths.ts';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../../ui/display/Card.tsx';
import { BookingEntries } from './BookingEntries.tsx';

/** Link to another booking that reverses this one or is reversed by it. */
const other = (name: string, id: string | null) =>
  id === null
    ? []
    : [
        {
          name,
          value: (
            <Link className="link" to={paths.money('bookings', id)}>
              分錄 {id}
            </Link>
          ),
        },
      ];

function Files({ of: { id, files } }: { of: BookingDetail }) {
  return (
    <Card as="section">
      <CardHead title="憑證" />
      {files.length === 0 ? (
        <p className="text-ink-3">沒有附件</p>
      ) : (
        <ul className="grid gap-3">
          {files.map((file) => (
            <li key={file.id} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                {file.filename}
                <span className="block text-sm text-ink-3">
                  {file.addedBy ?? '—'} <DateText at={file.addedAt} />
                </span>
              </span>
              <FileButton
                label="下載"
                filename={file.filename}
                load={() => api.banking.bookingFile({ id, file: file.id })}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function BookingCard({ of }: { of: BookingDetail }) {
  return (
    <>
      <Card as="section">
        <CardHead title={`${of.reverses === null ? '' : '沖銷'}${bookingKindText[of.kind]}`}>
          <Tag tone={bookingWords[of.state].tone}>{bookingWords[of.state].text}</Tag>
        </CardHead>
        <div className="grid gap-5">
          <Facts
            facts={[
              { name: '金額', value: <Money amount={of.amount} /> },
              { name: '日期', value: <DateText at={of.day} /> },
              { name: '事由', value: of.reason },
              ...(of.payee === null ? [] : [{ name: '匯入帳戶', value: of.payee }]),
              ...(of.batchId === null
                ? []
                : [
                    {
                      name: '付款批次',
                      value: (
                        <Link className="link" to={paths.money('batches', of.batchId)}>
                          批次 {of.batchId}
                        </Link>
                      ),
                    },
                  ]),
              ...(of.source === null ? [] : [{ name: '銀行的紀錄', value: of.source }]),
              ...other('沖銷的對象', of.reverses),
              ...other('沖銷它的分錄', of.reversedBy),
              { name: '經辦', value: of.maker ?? '—' },
              ...(of.checker === null ? [] : [{ name: '覆核', value: of.checker }]),
              ...(of.transferId === null
                ? []
                : [
                    {
                      name: '交易編號',
                      value: (
                        <Link
                          className="link office-mono"
                          to={paths.ledgerOf({ transfer: of.transferId })}
                        >
                          {of.transferId}
                        </Link>
                      ),
                    },
                  ]),
            ]}
          />
          <BookingEntries entries={of.entries} />
        </div>
      </Card>
      <Files of={of} />
    </>
  );
}
