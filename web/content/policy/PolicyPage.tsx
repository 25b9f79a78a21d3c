// Page /support/policy/{id}: one policy in one version, or its changes since another version.
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import { renderContext } from '../../page-context.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Go } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Crumbs } from '../Crumbs.tsx';
import { PolicyChanges } from './PolicyChanges.tsx';
import { policyPdf } from './policy-states.ts';
import { readable, withPermalinks } from '../rich-html.ts';
import { RichText } from '../RichText.tsx';
import { PrintButton } from '../Share.tsx';
import { Toc } from '../reading/Toc.tsx';
import { inForceWords } from '#contract/core/version-words.ts';
import '../content.css';
import '../reading/reading.css';
import '../support/support.css';

/** Returns a whole number from the URL, or undefined if the text is not one. */
const numberOf = (text: string | null) => (/^[1-9]\d{0,4}$/.test(text ?? '') ? text : undefined);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { api } = context.get(renderContext);
  const id = String(params['id']);
  if (!/^[a-z0-9-]{1,60}$/.test(id)) throw new Response(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const version = numberOf(query.get('version')) ?? undefined;
  const since = numberOf(query.get('since')) ?? undefined;
  const { data } = await api.content.getPolicy({ id, version, since });
  return { policy: { ...data, body: withPermalinks(readable(data.body)) } };
}

type Policy = Awaited<ReturnType<typeof loader>>['policy'];

export function meta(args: MetaArgs<typeof loader>) {
  if (!args.loaderData) return [{ title: titleOf('條款與政策') }];
  const { title, slug, summary, version, state, changes } = args.loaderData.policy;
  const path = paths.policy(slug);
  const isOld = state !== 'current' || changes !== null;
  return headOf(args, {
    title: isOld ? `${title}（第 ${version} 版）` : title,
    description: `${title}第 ${version} 版：${summary}`,
    path,
    image: `/og/policy/${slug}.png`,
    trail: [
      { name: '幫助中心', path: paths.support() },
      { name: '條款與政策', path: paths.policies() },
      { name: title, path },
    ],
    noindex: isOld,
  });
}

/** Returns the URL of a version; that of the version in force contains no number. */
function addressOf({ slug, versions }: Policy, number: number): string {
  const isCurrent = versions.find((one) => one.version === number)?.state === 'current';
  return paths.policy(slug, { version: isCurrent ? undefined : number });
}

function Versions({ policy }: { policy: Policy }) {
  const { slug, title, version, versions, changes } = policy;
  const before = versions.find((one) => one.version < version)?.version;
  return (
    <div className="policy-bar no-print">
      <nav aria-label={`${title}的版本`}>
        <ul className="chips">
          {versions.map((one) => (
            <li key={one.version}>
              <Go
                to={addressOf(policy, one.version)}
                className="chip"
                aria-current={one.version === version && !changes ? 'page' : undefined}
              >
                第 {one.version} 版
                <small>
                  <DateText at={one.effectiveOn} />
                </small>
              </Go>
            </li>
          ))}
        </ul>
      </nav>
      <div className="policy-acts">
        {changes ? (
          <Go to={addressOf(policy, version)}>看全文</Go>
        ) : (
          before !== undefined && (
            <Go to={paths.policy(slug, { version, since: before })}>與前版差異</Go>
          )
        )}
        <a className="link" href={policyPdf(slug, version)}>
          下載 PDF
        </a>
        <PrintButton />
      </div>
    </div>
  );
}

/** Shows a hint if this version is not the one in force today. */
function Standing({ policy }: { policy: Policy }) {
  const { state, slug, effectiveOn } = policy;
  if (state === 'current') return null;
  return (
    <Alert tone="warn" title={state === 'past' ? '這是舊版條款' : '這一版還沒有生效'}>
      {state === 'coming' && (
        <>
          將於 <DateText at={effectiveOn} weekday /> 生效。
        </>
      )}
      <Go to={paths.policy(slug)}>看現行版本</Go>
    </Alert>
  );
}

export default function PolicyPage() {
  const { policy } = useLoaderData<typeof loader>();
  const { title, category, version, effectiveOn, summary, state, body, toc, changes } = policy;
  return (
    <div className="container page">
      <Crumbs
        trail={[
          { name: '幫助中心', to: paths.support() },
          { name: '條款與政策', to: paths.policies() },
          { name: title },
        ]}
      />
      <article className="reading" data-look="policy">
        <header className="reading-head">
          <p className="reading-kind">{category}</p>
          <h1>{title}</h1>
          <p className="reading-when">
            <span>第 {version} 版</span>
            <span>
              <DateText at={effectiveOn} /> 生效
            </span>
            <Tag tone={inForceWords[state].member.tone}>{inForceWords[state].member.text}</Tag>
          </p>
          <p className="reading-lead">{summary}</p>
          <Versions policy={policy} />
          <Standing policy={policy} />
        </header>
        {changes ? <div className="toc-none" /> : <Toc of={toc} />}
        <div className="reading-body">
          {changes ? <PolicyChanges of={changes} version={version} /> : <RichText html={body} />}
        </div>
      </article>
    </div>
  );
}
