// The options of a command: read by one set of rules, and explained by `--help`.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

type Option = ParseArgsOptionsConfig[string];
/** Every option says what it is for; `value` names what is to be given, such as N. */
export type CommandOptions = Record<string, Option & { about: string; value?: string }>;
type Command<O extends CommandOptions> = {
  /** As it is typed, such as `npm run story --`. */
  command: string;
  /** What it does, in a sentence. */
  purpose: string;
  options?: O;
  /** What may stand without a name, such as `web`; nothing else is taken. */
  words?: Readonly<Record<string, string>>;
};

/** The help of a command, a line for each option. */
export function helpOf({ command, purpose, options = {}, words = {} }: Command<CommandOptions>) {
  const lines: [left: string, right: string][] = [
    ...Object.entries(words),
    ...Object.entries(options).map(([name, { value, about, default: initial }]) => {
      const said = initial === undefined || initial === false ? '' : ` (${String(initial)})`;
      return [`--${name}${value ? ` ${value}` : ''}`, about + said] as [string, string];
    }),
    ['--help', 'shows this'],
  ];
  const width = Math.max(...lines.map(([left]) => left.length));
  const told = lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  return `${command}\n${purpose}\n\n${told.join('\n')}\n`;
}

/**
 * Reads a command's options. `--help` prints the help and ends the process with 0; anything it
 * does not know ends it with 2 and a sentence.
 */
export function readOptions<const O extends CommandOptions>(
  about: Command<O>,
  args: readonly string[] = process.argv.slice(2),
) {
  const refuse = (sentence: string): never => {
    process.stderr.write(`${sentence} "${about.command} --help" explains the options.\n`);
    return process.exit(2);
  };
  const read = () => {
    try {
      const options = { ...about.options, help: { type: 'boolean' } } as O & {
        help: { type: 'boolean' };
      };
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch (error) {
      const [sentence = ''] = (error as Error).message.split(/\.\s/);
      return refuse(`${sentence.replace(/\.$/, '')}.`);
    }
  };
  const { values, positionals } = read();
  if ((values as { help?: boolean }).help) {
    process.stdout.write(helpOf(about as Command<CommandOptions>));
    process.exit(0);
  }
  const strange = positionals.find((word) => !Object.hasOwn(about.words ?? {}, word));
  if (strange !== undefined) refuse(`"${strange}" is not known.`);
  return { values, positionals };
}
