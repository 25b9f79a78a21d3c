// The versions of a policy: the author and approver of each, and its text.
import { DateText } from '../../../ui/display/Amount.tsx';
import { dayIn } from '../../../ui/clock.ts';
import type { FullPolicy, PolicyVersion } from './policy.ts';
import { ReadingPane } from '../../../office/editing/ReadingPane.tsx';
import { CleanedText } from '../article/Rendered.tsx';
import { VersionsCard } from '../../../office/editing/VersionsCard.tsx';
import { inForceWords, versionWords } from '#contract/core/version-words.ts';

function stateOf({ state, number, effectiveOn }: PolicyVersion, current: number | null) {
  if (state !== 'approved') return versionWords[state];
  if (number === current) return inForceWords.current.office;
  if (effectiveOn > dayIn()) return inForceWords.coming.office;
  return inForceWords.past.office;
}

export function PolicyVersions({ policy }: { policy: FullPolicy }) {
  return (
    <VersionsCard
      versions={policy.versions}
      rowOf={(version) => ({
        number: version.number,
        word: stateOf(version, policy.current),
        about: (
          <>
            <p>{version.summary}</p>
            <p className="text-sm text-ink-3">
              <DateText at={version.effectiveOn} /> 生效
              {version.maker && `，${version.maker} 擬稿`}
              {version.checker && version.state === 'approved' && `，${version.checker} 核准`}
            </p>
          </>
        ),
      })}
      nameOf={({ title, number }) => `${title}　第 ${number} 版`}
      size="lg"
      look={(version) => (
        <ReadingPane label="內文">
          <CleanedText html={version.body} />
        </ReadingPane>
      )}
    />
  );
}
