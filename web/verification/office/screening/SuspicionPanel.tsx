// Panel of a suspicion: who is suspected, on which grounds, and where it was reported.
import { Link } from '../../../office/links/Link.tsx';
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import * as paths from '../../../office/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';

export function SuspicionPanel({ task }: PanelProps<'suspicion_review'>) {
  const { grounds, idNumberMasked, memberId, name, reviewTaskId } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {task.status === 'open' && (
          <Alert tone="warn" title="請勿告知會員">
            會員只知道要補件。研判與申報的內容一律保密。
          </Alert>
        )}
        <Card as="section">
          <CardHead title="通報內容">
            {memberId !== undefined && (
              <Link className="link" to={paths.member(memberId)}>
                會員資料
              </Link>
            )}
          </CardHead>
          <Facts
            facts={[
              { name: '姓名', value: name ?? '未填寫' },
              { name: '身分證字號', value: idNumberMasked ?? '未填寫' },
              {
                name: '可疑之處',
                value: <span className="whitespace-pre-line">{grounds ?? ''}</span>,
              },
              { name: '通報', value: task.maker ?? '' },
              ...(reviewTaskId === undefined
                ? []
                : [
                    {
                      name: '來自',
                      value: (
                        <Link className="link" to={paths.task(reviewTaskId)}>
                          身分審核 {reviewTaskId}
                        </Link>
                      ),
                    },
                  ]),
            ]}
          />
        </Card>
      </div>
      <DecisionForm task={task} reasonHint="申報請填日期與文號；不申報請寫明依據" />
    </div>
  );
}
