// Reads the built-in content from db/content and validates its format.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  articleAudiences,
  articleCategories,
  articleTypes,
  drawings,
  policyCategories,
  questionAudiences,
} from '#contract/content/shapes.ts';
import { daySchema } from '#contract/core/wire.ts';

const folder = fileURLToPath(new URL('../../db/content/', import.meta.url));

const category = z.union(articleTypes.map((type) => z.enum(articleCategories[type])));

const articleSchema = z.strictObject({
  id: z.int().positive(),
  type: z.enum(articleTypes),
  title: z.string().max(60),
  excerpt: z.string().max(200),
  category,
  author: z.string().max(20),
  publishedOn: daySchema,
  updatedOn: daySchema.optional(),
  drawing: z.enum(drawings),
  related: z.array(z.int()).max(6).default([]),
  audience: z.enum(articleAudiences),
  person: z.string().max(20).optional(),
  role: z.string().max(40).optional(),
  quote: z.string().max(80).optional(),
});
const questionSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  audience: z.enum(questionAudiences),
  category: z.string().max(20),
  question: z.string().max(100),
  answer: z.string(),
  popular: z.boolean().default(false),
  updatedOn: daySchema,
});
const policySchema = z.strictObject({
  id: z.int().positive(),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().max(40),
  category: z.enum(policyCategories),
  version: z.int().positive(),
  effectiveOn: daySchema,
  summary: z.string().max(200),
});
const adSchema = z.strictObject({
  id: z.int().positive(),
  title: z.string().max(30),
  text: z.string().max(80),
  alt: z.string().min(1).max(200),
  link: z.string().regex(/^\/(?!\/)/),
  label: z.string().max(12),
  drawing: z.enum(drawings),
  startsOn: daySchema,
  endsOn: daySchema.nullable().default(null),
});
const synonymsSchema = z.array(z.array(z.string().min(2).max(20)).min(2).max(12));

type File = { path: string; text: string };
type WithBody<T> = T & { path: string; body: string };

export type SeedFiles = {
  /** Hash over everything read; unchanged files give the same hash. */
  hash: string;
  articles: WithBody<z.output<typeof articleSchema>>[];
  policies: WithBody<z.output<typeof policySchema>>[];
  questions: z.output<typeof questionSchema>[];
  ads: z.output<typeof adSchema>[];
  synonyms: string[][];
};

function filesIn(name: string): File[] {
  let names: string[] = [];
  try {
    names = readdirSync(join(folder, name)).filter((file) => file.endsWith('.md'));
  } catch {
    // The folder is missing, so the app has no built-in content of this kind.
  }
  return names.toSorted().map((file) => ({
    path: `${name}/${file}`,
    text: readFileSync(join(folder, name, file), 'utf8'),
  }));
}

function oneFile(path: string): File {
  try {
    return { path, text: readFileSync(join(folder, path), 'utf8') };
  } catch {
    return { path, text: '[]' };
  }
}

/**
 * Validates a value and returns it; throws with the file and the reason. Days stay plain text,
 * because YAML does not convert them.
 */
function fitting<S extends z.ZodType>(schema: S, value: unknown, path: string): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new Error(`db/content/${path}: ${z.prettifyError(error)}`);
  return data;
}

type Parse = (text: string) => unknown;

function withFront<S extends z.ZodType<object>>(parse: Parse, schema: S, { path, text }: File) {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (front === undefined || body === undefined) throw new Error(`db/content/${path}: no front`);
  return { ...fitting(schema, parse(front), path), path, body };
}

/** Returns the hash of the data from which a row is made. */
export const hashOfSeed = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Reads all files of the built-in content; returns null if their hash equals `known`. */
export async function readSeedFiles(known: string | null = null): Promise<SeedFiles | null> {
  const articles = filesIn('articles');
  const policies = filesIn('policies');
  const lists = ['questions.yaml', 'ads.yaml', 'synonyms.yaml'].map(oneFile);
  const hash = hashOfSeed([...articles, ...policies, ...lists]);
  if (hash === known) return null;
  // Loaded late, because most starts find their content unchanged.
  const { parse } = await import('yaml');
  const [questions, ads, synonyms] = lists.map(({ text }) => parse(text) as unknown);
  return {
    hash,
    articles: articles.map((file) => withFront(parse, articleSchema, file)),
    policies: policies.map((file) => withFront(parse, policySchema, file)),
    questions: fitting(z.array(questionSchema), questions, 'questions.yaml'),
    ads: fitting(z.array(adSchema), ads, 'ads.yaml'),
    synonyms: fitting(synonymsSchema, synonyms, 'synonyms.yaml'),
  };
}
