// Block that shows the process for borrowers and investors, with the duration of each step, and
// what the platform does not do with their money.
import { useState } from 'react';
import { Tabs } from '../../ui/display/Tabs.tsx';

export type Step = { title: string; text: string; time: string };

const investSteps: readonly Step[] = [
  {
    title: '註冊並驗證身分',
    text: '完成身分驗證與風險屬性評估，了解自己的上限。',
    time: '線上完成',
  },
  {
    title: '挑選案件',
    text: '看借款人概況、風險等級與還款試算，小額分散。',
    time: '隨時可以',
  },
  {
    title: '轉帳至虛擬帳號',
    text: '每張訂單一組帳號，由您的本人帳戶轉入信託專戶。',
    time: '訂單期限內',
  },
  {
    title: '每期收回本息',
    text: '依出資比例分配，撥回您的銀行帳戶。',
    time: '入帳後次一營業日',
  },
];

function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="step-stones" data-count={steps.length}>
      {steps.map((step, i) => (
        // On a phone the number stands beside its step.
        <li key={step.title} className="max-md:ps-18">
          <span className="stone-number max-md:absolute max-md:start-0" aria-hidden="true">
            {i + 1}
          </span>
          <h3>{step.title}</h3>
          <p className="step-time">{step.time}</p>
          <p className="text-sm max-md:hidden">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}

/**
 * The borrowers' steps are taken from the loan plans; if there are no plans, only the investors'
 * steps are shown.
 */
export function HowItWorks({ borrowSteps }: { borrowSteps: readonly Step[] }) {
  const [tab, setTab] = useState(borrowSteps.length > 0 ? 'borrow' : 'invest');
  const borrow = {
    id: 'borrow',
    label: '我要申貸',
    panel: <StepList steps={borrowSteps} />,
  };
  const invest = { id: 'invest', label: '我要出資', panel: <StepList steps={investSteps} /> };
  return (
    <section className="home-band" aria-labelledby="how-title">
      <div className="container">
        <div className="home-head">
          <h2 id="how-title">每一步，都在線上完成</h2>
        </div>
        <Tabs
          label="流程"
          look="segments"
          value={tab}
          onValueChange={setTab}
          tabs={borrowSteps.length > 0 ? [borrow, invest] : [invest]}
        />
        <ul className="flow-vows">
          <li>平台不收受存款</li>
          <li>不代客操作</li>
          <li>不保證收益</li>
        </ul>
      </div>
    </section>
  );
}
