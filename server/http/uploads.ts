// Reading a multipart call: every part counted and bounded, every file sanitised and encrypted.
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Files } from '#contract/endpoint.ts';
import type { FileProblem } from '#contract/refusal-text.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Services, StoredUpload } from '../action.ts';
import { UploadProblem } from '../adapters/images.ts';

const FILE_BYTES = 10 * 1024 * 1024;
/** A statement of 100,000 lines is some 15 MB. */
const TEXT_BYTES = 32 * 1024 * 1024;
const TOTAL_BYTES = 40 * 1024 * 1024;
const FIELD_BYTES = 4096;

/** What becomes of a file before it is kept. */
type Safe = Pick<StoredUpload, 'filename' | 'contentType' | 'width' | 'height'> & { bytes: Buffer };
type RawFile = { field: string; filename: string; mimetype: string; bytes: Buffer };

async function bytesOf(part: MultipartFile, max: number): Promise<Buffer> {
  const bytes = await part.toBuffer();
  // The library truncates silently in some ways of reading; both marks are checked.
  if (part.file.truncated || bytes.length > max) throw new Refusal('FILE_SIZE');
  return bytes;
}

async function readParts(request: FastifyRequest, allowed: Files) {
  const max = allowed.text ? TEXT_BYTES : FILE_BYTES;
  const fields: Record<string, unknown> = Object.create(null);
  const files: RawFile[] = [];
  let total = 0;
  const parts = request.parts({
    limits: {
      fileSize: max,
      files: allowed.max,
      fields: 20,
      parts: allowed.max + 20,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 60,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal('BODY_TOO_LARGE');
      if (part.fieldname in fields) throw new Refusal('MALFORMED');
      fields[part.fieldname] = part.value;
      continue;
    }
    const bytes = await bytesOf(part, max);
    total += bytes.length;
    if (total > TOTAL_BYTES) throw new Refusal('BODY_TOO_LARGE');
    if (!allowed.names.includes(part.fieldname)) {
      throw new Refusal('INVALID_INPUT', {
        fields: { [part.fieldname.slice(0, 60)]: '不需要這個檔案' },
      });
    }
    if (bytes.length > 0) {
      const { fieldname: field, filename, mimetype } = part;
      files.push({ field, filename, mimetype, bytes });
    }
  }
  return { fields: { ...fields }, files };
}

function ofWrongType(problem: FileProblem): Refusal {
  return new Refusal('FILE_TYPE', { data: { problem } });
}

/** A picture or a document, made harmless. What is refused is told what would be taken here. */
async function harmlessOf(file: RawFile, { images }: Services, allowed: Files): Promise<Safe> {
  const safe = await images.sanitiseUpload(file.bytes, file).catch((error: unknown) => {
    const isType = error instanceof UploadProblem && error.code === 'FILE_TYPE' && !error.problem;
    throw isType ? ofWrongType(allowed.pdf ? 'picturesOrPdf' : 'picturesOnly') : error;
  });
  if (safe.contentType === 'application/pdf' && !allowed.pdf) throw ofWrongType('picturesOnly');
  return safe;
}

/** A table as it came, under a name that is one. It is shown to nobody, only read. */
function textOf({ bytes, filename }: RawFile): Safe {
  if (bytes.subarray(0, 4096).includes(0)) throw ofWrongType('csvOnly');
  const name = filename
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(-100);
  return { bytes, contentType: 'text/csv', filename: name || 'statement.csv' };
}

/**
 * Reads the fields and stores the files of a multipart call. Answers the fields unparsed and the
 * files as they lie on disk; `forget` removes them again where the call did not come through.
 */
export async function readUploads(request: FastifyRequest, services: Services, allowed: Files) {
  const { fields, files } = await readParts(request, allowed);
  const all: StoredUpload[] = [];
  const forget = async () => {
    await Promise.all(all.map((upload) => services.files.remove(upload.stored.key)));
  };
  try {
    for (const file of files) {
      const safe: Safe = allowed.text ? textOf(file) : await harmlessOf(file, services, allowed);
      const { bytes, ...kept } = safe;
      const stored = await services.files.put(bytes, kept.contentType);
      all.push({ field: file.field, stored, ...kept });
    }
  } catch (error) {
    await forget();
    throw error;
  }
  return { fields, stored: all, forget };
}
