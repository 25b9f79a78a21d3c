// Command-line options: parsed by one set of rules, and explained by `--help`.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

type Option = ParseArgsOptionsConfig[string];
/** Every option states its purpose; `value` names its argument in the help, such as N. */
export type CommandOptions = Record<string, Option & { about: string; value?: string }>;
type Command<O extends CommandOptions> = {
  /** The command as a user types it, such as `npm run story --`. */
  command: string;
  /** What the command does, in one sentence. */
  purpose: string;
  options?: O;
  /** Positional arguments that are allowed, such as `web`; all others are rejected. */
  words?: Readonly<Record<string, string>>;
  /** A positional argument of any text, such as an address. */
  subject?: { name: string; about: string };
};

/** Returns the help text of a command, with a line for each option. */
export function helpOf(of: Command<CommandOptions>) {
  const { command, purpose, options = {}, words = {}, subject } = of;
  const lines: [left: string, right: string][] = [
    ...(subject ? [[subject.name, subject.about] as [string, string]] : []),
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
 * Reads a command's options. `--help` prints the help and exits with 0; an unknown option prints
 * one sentence and exits with 2.
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
  const others = positionals.filter((word) => !Object.hasOwn(about.words ?? {}, word));
  const strange = others[about.subject ? 1 : 0];
  if (strange !== undefined) refuse(`"${strange}" is not known.`);
  return { values, positionals };
}
