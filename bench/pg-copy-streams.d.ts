// Types of pg-copy-streams, which ships without them: COPY as a stream in or out.
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  export function from(text: string): Writable & { submit(connection: unknown): void };
  export function to(text: string): Readable & { submit(connection: unknown): void };
}
