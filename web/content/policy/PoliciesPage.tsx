// Page /support/policy: every policy in the version in force, with its category.
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import { renderContext } from '../../page-context.ts';
import { Go } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { Crumbs } from '../Crumbs.tsx';
import '../content.css';
import '../support/support.css';

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  const answer = await api.content.listPolicies({}).catch((error: unknown) => {
    report(error);
    return null;
  });
  return {
    policies:
      answer?.data.map(({ slug, title, category, version, effectiveOn, summary }) => {
        return { slug, title, category, version, effectiveOn, summary };
      }) ?? null,
  };
}

export const meta = (args: MetaArgs) =>
  headOf(args, {
    title: '條款與政策',
    description: '服務條款、隱私權政策、契約範本、收費辦法與申訴方式，含歷次版本與差異。',
    path: paths.policies(),
    image: 'policies',
    trail: [
      { name: '幫助中心', path: paths.support() },
      { name: '條款與政策', path: paths.policies() },
    ],
  });

export default function PoliciesPage() {
  const { policies } = useLoaderData<typeof loader>();
  return (
    <div className="container page support-page">
      <Crumbs trail={[{ name: '幫助中心', to: paths.support() }, { name: '條款與政策' }]} />
      <header className="support-head">
        <div>
          <h1>條款與政策</h1>
          <p>使用平台的權利義務都寫在這裡。每一次修改都留有舊版，並標出差異。</p>
        </div>
        <Go to={paths.allPolicies()}>看歷次版本</Go>
      </header>
      {policies === null ? (
        <ErrorState title="條款暫時無法載入" onRetry={() => window.location.reload()} />
      ) : (
        <ul className="policy-cards">
          {policies.map(({ slug, title, category, version, effectiveOn, summary }) => (
            <Card as="li" key={slug} link>
              <p className="reading-kind">{category}</p>
              <h2 className="text-h3">
                <Go to={paths.policy(slug)} className="" data-stretch="">
                  {title}
                </Go>
              </h2>
              <p>{summary}</p>
              <p className="reading-when">
                <span>第 {version} 版</span>
                <span>
                  <DateText at={effectiveOn} /> 生效
                </span>
              </p>
            </Card>
          ))}
        </ul>
      )}
    </div>
  );
}
