// Block of the home page: how the money flows, and what the platform does not do with it.
import { MoneyFlow } from '../kit/MoneyFlow.tsx';

export function Flow() {
  return (
    <section className="container home-section" aria-labelledby="flow-title">
      <div className="home-head">
        <h2 id="flow-title">資金怎麼走</h2>
      </div>
      <MoneyFlow />
      <ul className="flow-vows">
        <li>平台不收受存款</li>
        <li>不代客操作</li>
        <li>不保證收益</li>
      </ul>
    </section>
  );
}
