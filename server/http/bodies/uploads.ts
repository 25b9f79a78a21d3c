// Reads a multipart body: counts and limits every part, streams files to disk, sanitises them, and
// uploads the files to keep to the file store.
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Files } from '#contract/core/endpoint.ts';
import type { FileProblem } from '#contract/refusal-text.ts';
import { Refusal } from '#contract/refusals.ts';
import type { StoredUpload } from '../../call.ts';
import type { Services } from '../../services.ts';
import { HEAD_BYTES, type RawUpload, UploadProblem } from '../../adapters/images/images.ts';
import { ScanUnavailable } from '../../adapters/files/virus-scan.ts';

const FILE_BYTES = 10 * 1024 * 1024;
/** A statement of 100,000 lines has about 15 MB. */
const TEXT_BYTES = 32 * 1024 * 1024;
const TOTAL_BYTES = 40 * 1024 * 1024;
const FIELD_BYTES = 4096;
/** The heads of one part: a long file name, and nothing that takes long to read. */
const HEAD_BYTES_MAX = 4096;
/** Content type of a file that is not yet checked: one that no browser would open. */
const UNKNOWN = 'application/octet-stream';

type RawFile = RawUpload & { field: string; filename: string; mimetype: string };

/**
 * Translates errors of any library about a body that is cut off or malformed into refusals; passes
 * on all other errors.
 */
function ofBody(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const { statusCode } = error as { statusCode?: number };
  return statusCode === undefined ? new Refusal('MALFORMED') : error;
}

/**
 * Yields the parts of a body; a faulty body is refused as MALFORMED, never reported as a server
 * error.
 */
async function* partsOf(request: FastifyRequest, allowed: Files, fileSize: number) {
  const limits = {
    fileSize,
    files: allowed.max,
    fields: 20,
    parts: allowed.max + 20,
    fieldSize: FIELD_BYTES,
    fieldNameSize: 60,
    headerSize: HEAD_BYTES_MAX,
  };
  // The parser notices when a connection ends, but waits forever for one that has ended before.
  if (request.raw.destroyed && !request.raw.readableEnded) throw new Refusal('MALFORMED');
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw ofBody(error);
  }
}

/** Running total of the bytes of all files in the request. */
type Counted = { total: number };

/**
 * Yields the chunks of a file as they arrive, up to the size limit; passes the first chunks to
 * `note`.
 */
async function* piecesOf(
  part: MultipartFile,
  max: number,
  counted: Counted,
  note: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of part.file as AsyncIterable<Buffer>) {
      bytes += piece.length;
      counted.total += piece.length;
      // The library truncates silently in some read modes, so both signs of truncation are checked.
      if (bytes > max || part.file.truncated) throw new Refusal('FILE_SIZE');
      if (counted.total > TOTAL_BYTES) throw new Refusal('BODY_TOO_LARGE');
      note(piece);
      yield piece;
    }
  } catch (error) {
    throw ofBody(error);
  }
  if (part.file.truncated) throw new Refusal('FILE_SIZE');
}

/** Streams a file to disk, encrypting it on the way. */
async function received(
  part: MultipartFile,
  { files }: Services,
  { text }: Files,
  counted: Counted,
): Promise<RawFile> {
  const first: Buffer[] = [];
  let noted = 0;
  const note = (piece: Buffer) => {
    if (noted < HEAD_BYTES) first.push(piece.subarray(0, HEAD_BYTES - noted));
    noted += piece.length;
  };
  const pieces = piecesOf(part, text ? TEXT_BYTES : FILE_BYTES, counted, note);
  const stored = await files.receive(pieces, text ? 'text/csv' : UNKNOWN);
  const { fieldname: field, filename, mimetype } = part;
  return { field, filename, mimetype, stored, head: Buffer.concat(first) };
}

async function readParts(
  request: FastifyRequest,
  services: Services,
  allowed: Files,
  raw: RawFile[],
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null);
  const counted = { total: 0 };
  for await (const part of partsOf(request, allowed, allowed.text ? TEXT_BYTES : FILE_BYTES)) {
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal('BODY_TOO_LARGE');
      if (part.fieldname in fields) throw new Refusal('MALFORMED');
      fields[part.fieldname] = part.value;
      continue;
    }
    if (!allowed.names.includes(part.fieldname)) {
      throw new Refusal('INVALID_INPUT', {
        fields: { [part.fieldname.slice(0, 60)]: '不需要這個檔案' },
      });
    }
    raw.push(await received(part, services, allowed, counted));
  }
  return { ...fields };
}

/**
 * Scans each file before anything else opens it, if a scanner is configured. Refuses FILE_INFECTED,
 * and FILE_SCAN_DOWN if the scanner did not scan.
 */
async function assertNoVirus(raw: readonly RawFile[], { files, log, virusScan }: Services) {
  if (!virusScan) return;
  for (const { stored } of raw) {
    const found = await virusScan.scan(files.pieces(stored)).catch((error: unknown) => {
      if (!(error instanceof ScanUnavailable)) throw error;
      log.error({ err: error }, 'uploads are refused: the virus scanner does not look');
      throw new Refusal('FILE_SCAN_DOWN', { retryAfter: 60 });
    });
    if (found === null) continue;
    log.warn({ found }, 'an upload was refused for a virus');
    throw new Refusal('FILE_INFECTED');
  }
}

function ofWrongType(problem: FileProblem): Refusal {
  return new Refusal('FILE_TYPE', { data: { problem } });
}

/**
 * Writes a sanitised copy of a picture or document; for a document, the original is stored too. A
 * refusal states which file types are accepted.
 */
async function harmlessOf(
  raw: RawFile,
  { images, files }: Services,
  allowed: Files,
): Promise<StoredUpload> {
  const { field, stored: original } = raw;
  const { pdf } = allowed;
  const safe = await images.sanitiseUpload(files, raw, raw, { pdf }).catch((error: unknown) => {
    const isType = error instanceof UploadProblem && error.code === 'FILE_TYPE' && !error.problem;
    throw isType ? ofWrongType(pdf ? 'picturesOrPdf' : 'picturesOnly') : error;
  });
  const isDocument = safe.contentType === 'application/pdf';
  return { field, ...safe, ...(isDocument ? { original } : {}) };
}

/**
 * Accepts a text table unchanged, under a cleaned file name. Only the server reads such a file,
 * which is never shown to anybody.
 */
function textOf({ field, stored, head, filename }: RawFile): StoredUpload {
  const [one = 0, two = 0] = head;
  // Spreadsheets write their "Unicode text" as UTF-16 with this mark.
  const isWide = one + two === 0xff + 0xfe && Math.min(one, two) === 0xfe;
  if (head.includes(0) && !isWide) throw ofWrongType('csvOnly');
  const name = filename
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(-100);
  return { field, stored, contentType: 'text/csv', filename: name || 'statement.csv' };
}

/**
 * Reads the fields and stores the files of a multipart request. Returns the unparsed fields and the
 * stored files; `forget` deletes them again if the request failed.
 */
export async function readUploads(request: FastifyRequest, services: Services, allowed: Files) {
  const raw: RawFile[] = [];
  const all: StoredUpload[] = [];
  const { files } = services;
  const removeAll = async (keys: Iterable<string>) => {
    await Promise.all([...keys].map((key) => files.remove(key)));
  };
  const keysOfAll = () => all.flatMap(({ stored, original }) => [stored, original ?? []].flat());
  const forget = () => removeAll(keysOfAll().map(({ key }) => key));
  const rawKeys = () => raw.map(({ stored }) => stored.key);
  try {
    const fields = await readParts(request, services, allowed, raw);
    await assertNoVirus(raw, services);
    for (const file of raw) {
      // A form field that was left empty arrives as a file of zero bytes.
      if (file.stored.bytes === 0) continue;
      all.push(allowed.text ? textOf(file) : await harmlessOf(file, services, allowed));
    }
    for (const file of keysOfAll()) await files.keep(file);
    const kept = new Set(keysOfAll().map(({ key }) => key));
    await removeAll(rawKeys().filter((key) => !kept.has(key)));
    return { fields, stored: all, forget };
  } catch (error) {
    // Reads and discards the rest of the body, so that the sender can still read the answer.
    request.raw.unpipe();
    request.raw.resume();
    await forget();
    await removeAll(rawKeys());
    throw error;
  }
}
