// The roles of operators with their purposes, as choices.
import { roles, roleText } from '#contract/core/endpoint.ts';
import { roleAbout } from '#contract/identity/words.ts';

export const roleChoices = roles.map((value) => ({
  value,
  title: roleText[value],
  about: roleAbout[value],
}));
