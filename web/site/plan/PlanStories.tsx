// Stories of other borrowers, below a plan.
import type { ReadingCard as Card } from '../../content/cards.ts';
import { ReadingCard } from '../../content/reading/ReadingCard.tsx';
import { Go } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';

export default function PlanStories({ stories }: { stories: readonly Card[] }) {
  return (
    <>
      <div className="rail-head">
        <h2 id="plan-stories-title">借款人怎麼說</h2>
        <Go to={paths.stories()}>所有用戶故事</Go>
      </div>
      <ul className="plan-stories">
        {stories.map((story) => (
          <ReadingCard key={story.id} of={story} level={3} />
        ))}
      </ul>
    </>
  );
}
