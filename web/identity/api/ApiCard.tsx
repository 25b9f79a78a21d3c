// Card of the account page that leads to the pages about programs.
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Card, CardHead } from '../../ui/display/Card.tsx';

export function ApiCard() {
  return (
    <Card as="section">
      <CardHead title="API 存取" />
      <p className="mb-5 text-ink-3">
        讓自己的程式或合作夥伴的應用程式，在您允許的範圍內查看案件、出資與下單。
      </p>
      <div className="flex flex-wrap gap-3">
        <GoButton to={paths.myApi()}>管理 API 存取</GoButton>
      </div>
    </Card>
  );
}
