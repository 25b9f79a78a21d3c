// Panel for judging whether a member is a person on the screening list: the member's data beside
// the entries that resemble them.
import type { ScreeningDetail, ScreeningEntry } from '#contract/verification/tasks.ts';
import { personalFieldText } from '#contract/verification/words.ts';
import { Link } from '../../../office/links/Link.tsx';
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import * as paths from '../../../office/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../../ui/display/Card.tsx';

const proposedText = {
  cleared: '排除，不是名單上的人',
  confirmed: '認定相符，款項持續暫停',
} as const;

function Entry({ entry }: { entry: ScreeningEntry }) {
  const { birthdays, grounds, isListed, list, listedOn, name } = entry;
  return (
    <Card as="section">
      <CardHead title={name}>
        {isListed ? <Tag tone="attention">在名單上</Tag> : <Tag>已不在名單上</Tag>}
      </CardHead>
      <Facts
        facts={[
          { name: '名單', value: list || '未註明' },
          { name: '列入日期', value: listedOn ? <DateText at={listedOn} /> : '未註明' },
          { name: '名單上的生日', value: birthdays.join('、') || '未註明' },
          {
            name: '相同的資料',
            value: grounds.map((ground) => personalFieldText[ground]).join('、'),
          },
        ]}
      />
    </Card>
  );
}

function Who({ member }: { member: NonNullable<ScreeningDetail['member']> }) {
  return (
    <Card as="section">
      <CardHead title="會員">
        <Link className="link" to={paths.member(member.id)}>
          會員資料
        </Link>
      </CardHead>
      <Facts
        facts={[
          { name: '姓名', value: member.name },
          { name: '出生日期', value: <DateText at={member.birthday} /> },
          { name: '身分證字號', value: member.idNumberMasked },
        ]}
      />
    </Card>
  );
}

export function ScreeningPanel({ task }: PanelProps<'screening_review'>) {
  const { entries = [], member, proposed, returned, why } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {task.status === 'open' && (
          <Alert tone="warn" title="這位會員的款項暫停放行">
            由兩位同仁查證後才會放行。請勿告知會員，也不要因此退件或婉拒。
          </Alert>
        )}
        {member && <Who member={member} />}
        {entries.map((entry, at) => (
          <Entry key={at} entry={entry} />
        ))}
        {(proposed || returned) && (
          <Card as="section">
            <CardHead title={proposed ? '提議' : '退回'} />
            <Facts
              facts={
                proposed
                  ? [
                      { name: '結論', value: proposedText[proposed] },
                      { name: '理由', value: why ?? '' },
                    ]
                  : [{ name: '原因', value: returned ?? '' }]
              }
            />
          </Card>
        )}
      </div>
      <DecisionForm task={task} reasonHint="寫明查證的依據，會留存備查" />
    </div>
  );
}
