// The member's notification settings, changed on the page at once and then on the server.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { wordsOf, type Answer, type InputOf } from '../api.ts';
import { api, queryOf } from '../site/kit/api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { toast } from '../ui/overlay/toasts.tsx';

type Calls = SiteCalls['notices'];
export type Preferences = Answer<Calls['preferences']>['data'];
export type PreferenceChange = InputOf<Calls['setPreferences']>;

/** Returns the settings with a change applied. */
export function changed(before: Preferences, change: PreferenceChange): Preferences {
  return {
    ...before,
    ...change,
    email: { ...before.email, ...change.email },
    sms: { ...before.sms, ...change.sms },
    push: { ...before.push, ...change.push },
  };
}

export function usePreferences() {
  const client = useQueryClient();
  const question = queryOf('notices', 'preferences', {});
  const settings = useQuery(question);
  const sending = useMutation({
    mutationFn: (change: PreferenceChange) => api.notices.setPreferences(change),
    // Several changes in a row are sent one after another, so that the last answer is final.
    scope: { id: 'preferences' },
    onMutate: (change) => {
      const before = client.getQueryData(question.queryKey);
      if (before) client.setQueryData(question.queryKey, { data: changed(before.data, change) });
    },
    onError: (error) => {
      toast(wordsOf(error), { tone: 'danger' });
      return client.invalidateQueries({ queryKey: question.queryKey });
    },
  });
  return {
    preferences: settings.data?.data,
    failed: settings.isLoadingError,
    retry: () => void settings.refetch(),
    change: (change: PreferenceChange) => sending.mutate(change),
    /** Whether `preferences` shows a change that the server has not stored yet. */
    isSending: sending.isPending,
  };
}
