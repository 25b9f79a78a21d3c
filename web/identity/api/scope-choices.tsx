// Scopes as choices of a form, each with what it means.
import { scopes, scopeText } from '#contract/identity/scopes.ts';
import type { Choice } from '../../ui/fields/Choices.tsx';

export const scopeChoices: readonly Choice[] = scopes.map((value) => ({
  value,
  title: (
    <span className="grid">
      {scopeText[value].name}
      <small className="text-ink-3">{scopeText[value].means}</small>
    </span>
  ),
}));
