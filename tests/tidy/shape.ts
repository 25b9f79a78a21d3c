// Rule 10: length, width and names of files, and a first line that says what each contains.
import { type ESTree, Visitor } from 'vite';
import { type Problem, type Source, isCode, isTest, parse } from './source.ts';

const LINES_MAX = 500;
const COLUMNS_MAX = 100;
const FUNCTION_LINES_MAX = 70;

const vague = /(^|[/.-])(utils?|helpers?|types|services|common)([.-]|\/)/;
const kebab = /^[a-z0-9]+([.-][a-z0-9]+)*$/;
const pascal = /^[A-Z][A-Za-z0-9]*(\.[a-z]+)*$/;
/**
 * Participles that are bad names because they do not say what they mean: what was `asked`, and to
 * whom is something `shown`?
 */
const participles = new Set(
  'asked found given handed held kept looked meant placed said shown taken told wanted'.split(' '),
);
/** Names of questions may end in a participle: `isHeld`, `hasAsked`. */
const question = /^(is|has|are|was|not|Not)[A-Z]/;

/** File names that tools prescribe, which need not follow our rules. */
const given = /^(Dockerfile|README)/;

/** Returns every file that is too long or too wide, has no description, or is badly named. */
export function shapeProblems(sources: readonly Source[]): Problem[] {
  const problems: Problem[] = [];
  for (const source of sources) {
    const { path, text } = source;
    const say = (line: number, says: string) => problems.push({ path, line, says });
    const lines = text.replace(/\n$/, '').split('\n');
    if (lines.length > LINES_MAX) say(1, `${lines.length} lines, of ${LINES_MAX}: split it`);
    for (const [index, line] of lines.entries()) {
      const wide = [...line].length;
      if (wide > COLUMNS_MAX) say(index + 1, `${wide} columns, of ${COLUMNS_MAX}`);
    }
    if (!opens(source)) say(1, 'begin with a comment that says what the file holds');
    const badName = nameProblem(path);
    if (badName) say(1, badName);
    if (isCode(source) && !isTest(source)) {
      for (const { line, length } of longFunctions(source)) {
        say(line, `a function of ${length} lines, of ${FUNCTION_LINES_MAX}`);
      }
      for (const { line, name } of emptyNames(text)) say(line, `${name}: name what it stands for`);
    }
  }
  return problems;
}

function opens({ path, text }: Source): boolean {
  const first = text.replace(/^#!.*\n/, '').replace(/^<!doctype html>\s*/i, '');
  if (/\.tsx?$|\.js$/.test(path)) return /^(\/\/ |\/\*\*? ?)\S/.test(first);
  if (path.endsWith('.css')) return /^\/\* ?\S/.test(first);
  if (path.endsWith('.sql')) return /^-- ?\S/.test(first);
  if (path.endsWith('.html')) return first.startsWith('<!-- ');
  return true;
}

function nameProblem(path: string): string | null {
  const file = path.split('/').at(-1) ?? '';
  const isVague = vague.test(`/${path}`) && path !== 'server/services.ts';
  if (isVague) return 'a name that says nothing: say what it does';
  if (/^index\.tsx?$/.test(file) && path !== 'contract/index.ts') return 'no index.ts but one';
  if (!/\.(ts|tsx)$/.test(file)) return null;
  const stem = file.replace(/\.tsx?$/, '');
  if (kebab.test(stem) || given.test(stem)) return null;
  const component = path.startsWith('web/') && file.endsWith('.tsx') && pascal.test(stem);
  if (component || (path.startsWith('web/') && /^[A-Z]\w*\.test$/.test(stem))) return null;
  return 'kebab-case.ts; PascalCase.tsx for what is rendered';
}

const declaration =
  /^(?:export )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;

/** Returns the last word of a name in any of our cases: 'max' of ROWS_MAX and rowsMax. */
const lastWordOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .at(-1) ?? '';

/** Returns declarations at the top level of a file whose name ends in a participle. */
function emptyNames(text: string): { line: number; name: string }[] {
  return [...text.matchAll(declaration)].flatMap(({ 1: name = '', index }) =>
    participles.has(lastWordOf(name)) && !question.test(name)
      ? [{ line: text.slice(0, index).split('\n').length, name }]
      : [],
  );
}

function longFunctions(source: Source): { line: number; length: number }[] {
  const file = parse(source);
  const found: { line: number; length: number }[] = [];
  const measure = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const line = file.lineAt(node.start);
    const length = file.lineAt(node.end) - line + 1;
    if (length > FUNCTION_LINES_MAX) found.push({ line, length });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(file.program);
  return found;
}
