// The tables of a call as files: which one a request asks for, and the calls that answer them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { Table } from '#contract/core/list.ts';
import { type ExportContext, exportOf } from '../../tables/table.ts';
import { recordMove } from '../../tasks/front.ts';

type FileInput = { format?: unknown; table?: unknown };

/**
 * Returns the name of the table that a request asks for as a file; null if it names no format, and
 * so asks for the page.
 */
export function tableOf({ method, query, body }: FastifyRequest): string | null {
  const sent = method === 'POST' && typeof body === 'object' ? (body as FileInput | null) : null;
  const { format, table = 'data' } = { ...(query as FileInput), ...sent };
  return format === undefined ? null : String(table);
}

/** Whether a request to a call with files asks for one of them and not for the page. */
export const namesFile = (request: FastifyRequest): boolean =>
  request.routeOptions.config.files === true && tableOf(request) !== null;

/** A call with tables as it is answered: its page, and how the rows of its files are read. */
export type AnyListed = { page: unknown; files?: Record<string, Source['file']> } & Partial<Source>;
type Source = Parameters<typeof exportOf<unknown>>[1];

/** Returns the files of a call, each with its own call and action, which writes an audit row. */
export function filesOf({ path, tables = {} }: Endpoint, { file, files, heads }: AnyListed) {
  return Object.entries(tables as Record<string, Table<unknown>>).map(([name, table]) => {
    const read = name === 'data' ? file : files?.[name];
    if (!read) throw new Error(`nothing reads the table ${name} of ${path}`);
    const exporting = exportOf(table, { file: read, ...(heads && { heads }) });
    const action = async (context: ExportContext, input: Parameters<typeof exporting>[1]) => {
      const { recorded, ...sent } = await exporting(context, input);
      await recordMove(context, {
        ...recorded,
        subject: { type: 'operator', id: context.operator.id },
      });
      return sent;
    };
    return { table: name, file: table.file, action };
  });
}

/** Until 0.7.0 each file had a path of its own, which leads to the format of the call. */
export function redirectFormerFiles(app: FastifyInstance, { method, path, tables }: Endpoint) {
  for (const { key, formerly } of Object.values(tables ?? {})) {
    app.route({
      method,
      url: formerly,
      handler: ({ params, query }, reply) => {
        const of = params as Record<string, string>;
        const filled = path.replace(/:(\w+)/g, (_, key: string) =>
          encodeURIComponent(of[key] ?? ''),
        );
        const { format = 'csv', ...filters } = query as Record<string, string>;
        // The filters of a POST are in its body, so that they stay out of logs.
        const asked = new URLSearchParams({ format, ...(method === 'GET' && filters) });
        if (key !== 'data') asked.set('table', key);
        return reply.header('cache-control', 'no-store').redirect(`${filled}?${asked}`, 308);
      },
    });
  }
}
