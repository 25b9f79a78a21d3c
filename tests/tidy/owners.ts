// Which feature owns a table: the one with the name of its schema, except for those listed here.

/** Tables that stayed in the schema of the feature from which their owner was separated. */
const others: Readonly<Record<string, string>> = {
  'identity.operator': 'operators',
  'identity.operator_session': 'operators',
  'identity.operator_setup': 'operators',
  'identity.operator_sign_in': 'operators',
  'investing.dot': 'portfolio',
  'investing.statement': 'portfolio',
};

/** Returns the feature, or the schema of a table that belongs to none. */
export const ownerOf = (schema: string, table: string): string =>
  others[`${schema}.${table}`] ?? schema;
