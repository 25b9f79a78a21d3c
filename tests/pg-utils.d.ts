declare module 'pg/lib/utils.js' {
  /** Converts a value as the driver sends it to PostgreSQL. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
