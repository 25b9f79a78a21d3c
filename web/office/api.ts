// The office's API client: cookie session, the header that every call carries, cached reads.
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Endpoint, TableCall } from '#contract/core/endpoint.ts';
import type { Format, AnyList } from '#contract/core/list.ts';
import type { Office } from '#contract/index.ts';
import { clientOf, type Answer, type Client, type ClientSettings, type InputOf } from '../api.ts';
import { leaveFor } from '../leave.ts';
import { learnNow } from '../ui/clock.ts';
import { officeCalls } from './calls.ts';
import * as paths from './paths.ts';

/** Opens the login page, which leads back to the current URL after the operator has signed in. */
function expire(): void {
  const { pathname, search, hash } = window.location;
  if (pathname !== paths.login()) leaveFor(paths.login(pathname + search, hash));
}

const settings: ClientSettings = {
  baseUrl: '',
  headers: () => ({ 'x-office': '1' }),
  token: () => undefined,
  onExpired: expire,
  onTime: learnNow,
};

/**
 * Client of the office's calls: `api.tasks.decideTask({id, decision})`. Throws ApiFailure for any
 * status other than 200.
 */
export const api: Client<Office> = clientOf<Office>(officeCalls, settings);

/** Options of a cached read: `useQuery(queryOf('tasks', 'listTasks', {status: 'open'}))`. */
export function queryOf<F extends keyof Office & string, N extends keyof Office[F] & string>(
  feature: F,
  name: N,
  input: InputOf<Office[F][N]>,
) {
  type Call = (input: unknown, options: { signal: AbortSignal }) => Promise<Answer<Office[F][N]>>;
  return queryOptions({
    queryKey: [feature, name, input] as const,
    queryFn: ({ signal }) => (api[feature][name] as Call)(input, { signal }),
  });
}

type Paging = 'item_per_page' | 'offset' | 'before' | 'after';
/** The input of a list without its paging. */
export type ListFilters<L extends AnyList> = Omit<InputOf<L>, Paging>;

/** Options of a cached read of a page of a list. */
export function listQuery<L extends AnyList>(list: L, input: InputOf<L>) {
  const [feature, name] = list.call.split('.') as [never, never];
  const options = queryOf(feature, name, input as never);
  return options as unknown as ReturnType<typeof pageOptions<L>>;
}
const pageOptions = <L extends AnyList>(queryFn: () => Promise<Answer<L>>) =>
  queryOptions({ queryKey: [] as readonly unknown[], queryFn });

/** Input of a table's file: the filters of its page. */
export type FileInput<T extends TableCall> = Omit<InputOf<T['file']>, 'format' | 'table'>;

/** Reads a table as a file, with the filters of its page. */
export function fileOf<T extends TableCall>(
  { key, file }: T,
  input: FileInput<T> & { format: Format },
): Promise<Blob> {
  const { method, path } = file;
  const client = clientOf<{
    table: { file: Endpoint<z.ZodObject, z.ZodString> & { kind: 'export' } };
  }>({ table: { file: `${method} ${path} operator export` } }, settings);
  return client.table.file({ ...input, ...(key !== 'data' && { table: key }) });
}
