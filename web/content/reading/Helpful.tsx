// 「這有幫助嗎」: a yes-or-no vote, one per visitor, that can be changed.
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { visitorId } from '../visitor.ts';

type State = { said: boolean | null; failed: boolean };

export function Helpful({ kind, id }: { kind: 'question' | 'article'; id: string }) {
  const [{ said, failed }, setState] = useState<State>({ said: null, failed: false });
  const vote = async (helpful: boolean) => {
    setState({ said: helpful, failed: false });
    try {
      await deferredApi.content.voteHelpful({ kind, id, helpful, visitor: visitorId() });
    } catch {
      setState({ said: null, failed: true });
    }
  };
  const answers = [
    { helpful: true, text: '是', Icon: ThumbsUp },
    { helpful: false, text: '否', Icon: ThumbsDown },
  ];
  return (
    <div className="helpful no-print" role="group" aria-label="這有幫助嗎">
      <span>這有幫助嗎？</span>
      {answers.map(({ helpful, text, Icon }) => (
        <button
          key={text}
          type="button"
          className="chip"
          aria-pressed={said === helpful}
          onClick={() => void vote(helpful)}
        >
          <Icon size={16} aria-hidden="true" />
          {text}
        </button>
      ))}
      <span role="status" className="helpful-said">
        {said !== null && '謝謝您的意見'}
        {failed && '暫時無法送出，請稍後再試'}
      </span>
    </div>
  );
}
