// Types of the part of `pg` that converts values, which ships without them.
declare module 'pg/lib/utils.js' {
  /** Converts a value as the driver sends it to PostgreSQL. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
