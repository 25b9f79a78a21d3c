// Texts for why tasks could not be taken, assigned or decided, and for the result of a bulk action.
import type { Outcomes } from '#contract/tasks/desk.ts';

type Left = Outcomes['left'][number];

export function refusalWords({ why, who }: Pick<Left, 'why' | 'who'>): string {
  switch (why) {
    case 'TASK_DONE':
      return who ? `此案件剛被 ${who} 處理` : '此案件已處理完畢';
    case 'TASK_TAKEN':
      return who ? `此案件由 ${who} 處理中` : '此案件由其他同仁處理中';
    case 'MAKER_IS_CHECKER':
      return '經辦人不可覆核自己的案件';
    case 'ROLE_REQUIRED':
      return '對方或您的角色不能決定這類工作';
    case 'FLAGS_UNANSWERED':
      return '有需確認的事項尚未回答';
    case 'DECISION_INVALID':
      return '這類工作須逐件決定';
    default:
      return '找不到這項工作';
  }
}

/** Returns a text such as 「已取得 3 件，1 件未取得：此案件由 … 處理中」. */
export function outcomeWords({ done, left }: Outcomes, verb: string): string {
  const reasons = [...new Set(left.map(refusalWords))].join('；');
  if (done.length === 0) return reasons;
  const said = `已${verb} ${done.length} 件`;
  return left.length === 0 ? said : `${said}，${left.length} 件未${verb}：${reasons}`;
}
