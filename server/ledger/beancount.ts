// Converts our journal to the format of beancount, which needs other account names and a line that
// opens each account.

const entryLine = /^ {4}(\S+) {2}(-?\d+) TWD$/;
const headingLine = /^(\d{4}-\d{2}-\d{2}) (\S+) {2}; (.*)$/;

/** Returns the name of an account for beancount: parts begin with a capital and have no `_`. */
export const beancountAccount = (account: string): string =>
  account
    .split(':')
    .map((part) => (part.charAt(0).toUpperCase() + part.slice(1)).replaceAll('_', '-'))
    .join(':');

/** Returns a whole journal in the format of beancount. Throws at a line that it does not know. */
export function asBeancount(journal: string): string {
  const accounts = new Set<string>();
  const lines: string[] = [];
  for (const line of journal.split('\n')) {
    const [, account, amount] = entryLine.exec(line) ?? [];
    const [, on, kind, note = ''] = headingLine.exec(line) ?? [];
    if (account !== undefined) {
      const name = beancountAccount(account);
      accounts.add(name);
      lines.push(`  ${name}  ${amount} TWD`);
    } else if (on !== undefined) {
      const quoted = note.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
      lines.push(`${on} * "${kind}" "${quoted}"`);
    } else if (line === '' || line.startsWith('commodity ')) lines.push('');
    else throw new Error(`a journal cannot have the line ${line}`);
  }
  const opens = [...accounts].map((name) => `1900-01-01 open ${name} TWD\n`);
  return `${opens.join('')}\n${lines.join('\n')}\n`;
}
