// Release of texts by a second person: what the reader sees, taking down at once, and recalling.
import { z } from 'zod';
import { officeReason } from '../identity/members.ts';
import { done, idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { office } from '../core/endpoint.ts';
import { fieldChange, versionSchema, writers } from './office.ts';
import { articleSchema, pictureSchema, questionAudiences } from './shapes.ts';

/** Texts that the public sees once a second person has released them. */
export const releaseKinds = ['article', 'question', 'ad', 'image'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

/** Fields of the reader's task: the changes, and the whole as the public will see it. */
export const contentReleaseDetail = z
  .object({
    kind: z.enum(releaseKinds),
    subjectId: outputIdSchema,
    maker: z.string(),
    /** Names of everybody who wrote this version; none of them may release it. */
    authors: z.array(z.string()),
    /** Whether the public sees an earlier version meanwhile. */
    isPublic: z.boolean(),
    /** When an article is to appear; null for at once. */
    publishAt: instantSchema.nullable(),
    changes: z.array(fieldChange),
    article: articleSchema.nullable(),
    question: z
      .object({
        audience: z.enum(questionAudiences),
        category: z.string(),
        question: z.string(),
        html: z.string(),
      })
      .nullable(),
    /** A picture with its new description and focal point. */
    image: pictureSchema.nullable(),
    ad: z
      .object({
        title: z.string(),
        text: z.string(),
        link: z.string(),
        label: z.string(),
        startsOn: z.string(),
        endsOn: z.string().nullable(),
        image: pictureSchema,
      })
      .nullable(),
  })
  .partial();

const subject = { kind: z.enum(releaseKinds), id: idSchema };
const notFound = ['ARTICLE_NOT_FOUND', 'QUESTION_NOT_FOUND', 'AD_NOT_FOUND'] as const;
/** A picture disappears with the text that shows it. */
const removable = z.enum(releaseKinds).exclude(['image']);

export const contentReleaseOffice = {
  takeDownContent: office.command({
    roles: writers,
    path: '/ops/v1/content/:kind/:id/take-down',
    summary: 'Hide a text from the public at once; one person is enough, with a reason',
    input: z.strictObject({
      kind: removable,
      id: idSchema,
      version: versionSchema,
      reason: officeReason,
    }),
    output: done,
    refusals: [...notFound, 'CONTENT_CHANGED', 'CONTENT_FIXED', 'CONTENT_HIDDEN'],
  }),
  recallContent: office.command({
    roles: writers,
    path: '/ops/v1/content/:kind/:id/recall',
    summary: 'Take a version back from its second reader, to change it',
    input: z.strictObject(subject),
    output: done,
    refusals: [...notFound, 'IMAGE_NOT_FOUND', 'RELEASE_NOT_FOUND'],
  }),
} as const;
