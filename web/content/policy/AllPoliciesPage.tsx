// Page /support/policy/allPolicies: every version of every policy in one table.
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import { renderContext } from '../../page-context.ts';
import { Go } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { Crumbs } from '../Crumbs.tsx';
import { policyPdf } from './policy-states.ts';
import { inForceWords } from '#contract/core/version-words.ts';
import '../content.css';
import '../support/support.css';

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  const answer = await api.content.listPolicies({}).catch((error: unknown) => {
    report(error);
    return null;
  });
  const rows = answer?.data.flatMap(({ slug, title, versions }) =>
    versions.map((one) => {
      const since = versions.find(({ version }) => version < one.version)?.version ?? null;
      return { slug, title, since, ...one };
    }),
  );
  return { rows: rows ?? null };
}

type Row = NonNullable<Awaited<ReturnType<typeof loader>>['rows']>[number];

export const meta = (args: MetaArgs) =>
  headOf(args, {
    title: '所有條款的歷次版本',
    description: '每一項條款與政策的版本、生效日與各版重點。',
    path: paths.allPolicies(),
    image: 'policies',
    trail: [
      { name: '幫助中心', path: paths.support() },
      { name: '條款與政策', path: paths.policies() },
      { name: '歷次版本', path: paths.allPolicies() },
    ],
  });

const addressOf = ({ slug, version, state }: Row) =>
  paths.policy(slug, { version: state === 'current' ? undefined : version });

function Acts({ row }: { row: Row }) {
  const name = `${row.title}第 ${row.version} 版`;
  return (
    <span className="policy-acts">
      <Go to={addressOf(row)} aria-label={`閱讀${name}`}>
        閱讀
      </Go>
      {row.since !== null && (
        <Go
          to={paths.policy(row.slug, { version: row.version, since: row.since })}
          aria-label={`${name}與前版差異`}
        >
          與前版差異
        </Go>
      )}
      <a className="link" href={policyPdf(row.slug, row.version)} aria-label={`${name}的 PDF`}>
        PDF
      </a>
    </span>
  );
}

export default function AllPoliciesPage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <div className="container page support-page">
      <Crumbs
        trail={[
          { name: '幫助中心', to: paths.support() },
          { name: '條款與政策', to: paths.policies() },
          { name: '歷次版本' },
        ]}
      />
      <h1>所有條款的歷次版本</h1>
      {rows === null ? (
        <ErrorState title="條款暫時無法載入" onRetry={() => window.location.reload()} />
      ) : (
        <Table
          caption="條款與政策的版本與生效日"
          hideCaption
          rows={rows}
          rowKey={({ slug, version }) => `${slug}-${version}`}
          columns={[
            { key: 'title', label: '名稱', head: true, cell: ({ title }) => title },
            {
              key: 'version',
              label: '版本',
              cell: ({ version }) => <span className="whitespace-nowrap">第 {version} 版</span>,
            },
            {
              key: 'effectiveOn',
              label: '生效日',
              cell: ({ effectiveOn }) => <DateText at={effectiveOn} />,
            },
            {
              key: 'state',
              label: '狀態',
              cell: ({ state }) => (
                <Tag tone={inForceWords[state].member.tone}>{inForceWords[state].member.text}</Tag>
              ),
            },
            {
              key: 'summary',
              label: '重點',
              // On narrow screens the table scrolls, because without a minimum width the text would
              // wrap after every character.
              cell: ({ summary }) => <span className="block md:min-w-44">{summary}</span>,
            },
            { key: 'acts', label: '全文', cell: (row) => <Acts row={row} /> },
          ]}
        />
      )}
      <p className="text-sm text-ink-3">PDF 與網頁的文字相同；使用報讀軟體時，建議閱讀網頁。</p>
    </div>
  );
}
