// Documents of a case: which were sent and when; they open only for a review of the operator.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CasePapers } from '#contract/lending/case-file.ts';
import { queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { Papers } from '../../../office/kit/Papers.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert, EmptyState } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { Table } from '../../../ui/display/Table.tsx';
import { papersOf } from '../../../verification/office/paper-names.ts';

function Content({ uploads, task }: CasePapers) {
  const [open, setOpen] = useState(false);
  if (uploads.length === 0) {
    return <EmptyState title="沒有上傳的檔案">借款人上傳的文件會列在這裡。</EmptyState>;
  }
  const papers = papersOf(uploads);
  return (
    <Card as="section">
      <CardHead title="文件">
        {task && !open && <Button onClick={() => setOpen(true)}>開啟文件</Button>}
      </CardHead>
      {task === null && <Alert>文件只為審核而開啟；您沒有參與這個案件的審核，只能查看清單。</Alert>}
      {task !== null && open ? (
        <Papers papers={papers} task={task} />
      ) : (
        <Table
          caption={`共 ${uploads.length} 份`}
          rows={uploads.map((one, i) => ({ ...one, label: papers[i]!.label }))}
          rowKey={(row) => row.id}
          columns={[
            { key: 'label', label: '文件', head: true, cell: (row) => row.label },
            { key: 'filename', label: '檔名', cell: (row) => row.filename },
            { key: 'sentAt', label: '上傳', cell: (row) => <DateText at={row.sentAt} /> },
          ]}
        />
      )}
    </Card>
  );
}

export function PapersTab({ id }: { id: string }) {
  const query = useQuery(queryOf('lending', 'loanPapers', { id }));
  return (
    <Answered query={query} what="文件" whom="審核同仁">
      {({ data }) => <Content {...data} />}
    </Answered>
  );
}
