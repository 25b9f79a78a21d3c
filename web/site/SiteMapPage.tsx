// Page /sitemap (網站導覽): page regions for keyboard users, and all pages by area.
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { renderContext } from '../page-context.ts';
import { Card } from '../ui/display/Card.tsx';
import { useApiDocs } from './kit/api-docs.ts';
import { brand } from './kit/brand.ts';
import { Go } from './kit/Go.tsx';
import { headOf } from './kit/head.ts';
import * as paths from './kit/paths.ts';

type Place = readonly [to: string, words: string];

/**
 * Adds the pages of the plans; if they cannot be loaded, the rest of the site map is still shown.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  try {
    const { data } = await api.lending.planMenu({});
    return { plans: data.map(({ slug, listName }): Place => [paths.plan(slug), listName]) };
  } catch (error) {
    report(error);
    return { plans: [] };
  }
}

export const meta = (args: MetaArgs) =>
  headOf(args, {
    title: '網站導覽',
    description: `${brand.name}網站的所有頁面，以及每一頁的區塊與鍵盤操作方式。`,
    path: paths.siteMap(),
    trail: [{ name: '網站導覽', path: paths.siteMap() }],
  });

const membersPlaces: readonly Place[] = [
  [paths.verification(), '身分驗證'],
  [paths.profile(), '帳戶管理'],
  [paths.myNotices(), '我的通知'],
  [paths.myLoan(), '我的申貸案'],
  [paths.apply(), '申貸'],
  [paths.myInvest(), '我的出資'],
  [paths.myOngoing(), '進行中的出資'],
  [paths.myInvestContracts(), '出資契約'],
  [paths.myReports(), '報表與稅務'],
  [paths.myInvoices(), '電子發票'],
  [paths.myTrustReports(), '信託專戶月報'],
  [paths.myMandate(), '授權扣款'],
  [paths.myWebhooks(), 'Webhook'],
  [paths.myApi(), 'API 存取'],
];

/** All areas; `forMembers` marks those that require the visitor to be signed in. */
function areasOf(plans: readonly Place[], hasDocs: boolean) {
  return [
    {
      title: '認識我們',
      places: [
        [paths.home(), '首頁'],
        [paths.about(), '關於我們'],
        [paths.statistics(), '平台統計'],
        [paths.siteMap(), '網站導覽'],
        [paths.policy('accessibility'), '無障礙聲明'],
      ],
    },
    {
      title: '申貸專區',
      places: [[paths.plans(), '所有方案'], [paths.quote(), '試算我的條件'], ...plans],
    },
    {
      title: '出資專區',
      places: [
        [paths.investment(), '出資案件'],
        [paths.article(45), '出資流程'],
        [paths.article(47), '風險控管'],
        [paths.verifyProof(), '驗證出資證明'],
      ],
    },
    {
      title: '知識學堂',
      places: [
        [paths.knowledge(), '知識學堂'],
        [paths.articles(), '文章'],
        [paths.newsList(), '最新消息'],
        [paths.stories(), '用戶故事'],
        [paths.article(46), '申貸流程'],
      ],
    },
    {
      title: '幫助中心',
      places: [
        [paths.support(), '幫助中心'],
        [paths.supportLoan(), '申貸常見問題'],
        [paths.supportInvest(), '出資常見問題'],
        [paths.supportMember(), '會員常見問題'],
        [paths.supportSearch(), '搜尋'],
        [paths.policies(), '法律條款'],
        [paths.allPolicies(), '所有條款與版本'],
        ...(hasDocs ? [[paths.apiDocs(), '開發者文件'] as const] : []),
      ],
    },
    {
      title: '加入與登入',
      places: [
        [paths.register(), '註冊'],
        [paths.login(), '登入'],
        [paths.forgot(), '忘記密碼'],
      ],
    },
    { title: '會員專區', forMembers: true, places: [...membersPlaces] },
  ] satisfies { title: string; forMembers?: boolean; places: Place[] }[];
}

const parts: readonly Place[] = [
  ['#site-header', '上方選單：申貸、出資、知識學堂、幫助中心與登入'],
  ['#main', '中央內容：這一頁的主要內容'],
  ['#site-footer', '下方頁尾：公司資訊、流程、條款與聯絡方式'],
];

const keys: readonly (readonly [key: string, does: string])[] = [
  ['Tab／Shift＋Tab', '移到下一個或上一個連結、按鈕或欄位'],
  ['Enter', '開啟連結，按下按鈕'],
  ['空白鍵', '按下按鈕，勾選選項，捲動頁面'],
  ['↑ ↓', '在展開的選單與選項之間移動'],
  ['Esc', '關閉選單、對話框或通知'],
];

function Parts() {
  return (
    <Card as="section" className="grid gap-4 lg:grid-cols-2 lg:gap-12">
      <div>
        <h2 className="text-h3">每一頁的三個區塊</h2>
        <p className="mt-2">
          每一頁的第一個連結是「跳到主要內容」。這裡可以直接移到本頁的各個區塊：
        </p>
        <ul className="mt-2">
          {parts.map(([hash, words]) => (
            <li key={hash}>
              <a href={hash} className="link inline-flex items-center min-h-11">
                {words}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2 className="text-h3">鍵盤操作</h2>
        <dl className="grid gap-2 mt-2">
          {keys.map(([key, does]) => (
            <div className="grid grid-cols-[8.5em_1fr] gap-3" key={key}>
              <dt className="text-ink font-bold">{key}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}

export default function SiteMapPage() {
  const { plans } = useLoaderData<typeof loader>();
  const hasDocs = useApiDocs();
  return (
    <div className="container page grid gap-8">
      <h1>網站導覽</h1>
      <Parts />
      <div className="grid gap-x-8 gap-y-10 md:grid-cols-2 lg:grid-cols-4">
        {areasOf(plans, hasDocs).map(({ title, places, forMembers }) => (
          <section key={title} aria-label={title}>
            <h2 className="text-h3">{title}</h2>
            {forMembers && <p className="text-sm text-ink-3">需要先登入</p>}
            <ul className="mt-2">
              {places.map(([to, words]) => (
                <li key={to}>
                  <Go to={to} className="link inline-flex items-center min-h-11">
                    {words}
                  </Go>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
