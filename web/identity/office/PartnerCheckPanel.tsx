// Approval by a second admin: whether members may connect a partner's application.
import { scopeText } from '#contract/identity/scopes.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { RedirectUris } from './RedirectUri.tsx';

export function PartnerCheckPanel({ task }: PanelProps<'partner_check'>) {
  const { name = '', redirectUris = [], scopes = [] } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Card as="section">
          <CardHead title="登記合作應用程式" />
          <Facts
            facts={[
              { name: '名稱', value: name },
              { name: '回傳網址', value: <RedirectUris uris={redirectUris} /> },
              {
                name: '最多可要求的權限',
                value: scopes.map((one) => scopeText[one].name).join('、'),
              },
              { name: '提出', value: task.maker ?? '—' },
            ]}
          />
        </Card>
      </div>
      <DecisionForm
        task={task}
        reasonHint="給提出的同仁看"
        confirm={{ approve: '我已向合作夥伴確認名稱與回傳網址' }}
      />
    </div>
  );
}
