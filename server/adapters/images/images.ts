// Uploaded pictures and documents: recognised by content, made harmless, or refused.
import type { FileProblem } from '#contract/refusal-text.ts';
import type { Files, StoredFile } from '../files/files.ts';
import type { Seal, EncryptedPlace } from '../files/sealed.ts';
import { createWorkers, WorkFailed } from '../workers.ts';

export type UploadProblemCode =
  | 'FILE_TYPE'
  | 'FILE_SIZE'
  | 'FILE_BROKEN'
  | 'FILE_ENCRYPTED'
  | 'FILE_PIXELS'
  | 'FILE_ACTIVE';

/**
 * Reason why an upload is refused. The sender is shown the code and, if that is not enough, the
 * problem; `why` is for the log.
 */
export class UploadProblem extends Error {
  override name = 'UploadProblem';
  readonly code: UploadProblemCode;
  readonly why: string;
  readonly problem: FileProblem | undefined;

  constructor(code: UploadProblemCode, why: string, problem?: FileProblem) {
    super(`${code}: ${why}`);
    this.code = code;
    this.why = why;
    this.problem = problem;
  }
}

export type UploadLimits = {
  /** Maximum size of the file in bytes, as sent. */
  bytesMax: number;
  /** Maximum number of pixels of a decoded picture. */
  pixelsMax: number;
  /** Maximum length in pixels of the longer edge of the stored picture. */
  edgeMax: number;
  /** Whether PDF documents are accepted as well as pictures. */
  pdf: boolean;
};

/**
 * 10 MB; 64 megapixels allows the ordinary camera mode of every phone, but no decompression bomb.
 */
export const uploadLimits: UploadLimits = {
  bytesMax: 10 * 1024 * 1024,
  pixelsMax: 64_000_000,
  edgeMax: 2400,
  pdf: true,
};

export type SafeUpload = {
  /** The sanitised file, which is the one shown to everybody. */
  stored: StoredFile;
  contentType: 'image/jpeg' | 'application/pdf';
  /** Name given by the sender, cleaned, with the extension that fits its content. */
  filename: string;
  width?: number;
  height?: number;
};

export type DeclaredUpload = { filename?: string; mimetype?: string };
/** A stored raw file with its first bytes (HEAD_BYTES, or all if it is shorter). */
export type RawUpload = { stored: StoredFile; head: Buffer };

/** Number of leading bytes from which the kind of a file can be recognised. */
export const HEAD_BYTES = 4096;
/**
 * PDF readers search this many bytes for the header; this app requires the header at the very
 * beginning.
 */
const PDF_HEAD_WITHIN = 1024;

export type Images = {
  /**
   * Decodes pictures (JPEG, PNG, WebP, HEIC) and re-encodes them as an upright JPEG without
   * metadata.
   * Renders PDFs page by page into a new PDF of pictures, so that nobody ever opens the original
   * content.
   *
   * The result is a second file in the store; the raw one stays. The declared name is only used to
   * name the result. Throws UploadProblem, or WorkersBusy if overloaded.
   */
  sanitiseUpload(
    files: Files,
    raw: RawUpload,
    declared: DeclaredUpload,
    limits?: Partial<UploadLimits>,
  ): Promise<SafeUpload>;
  close(): void;
};

/** The worker process reads one file and writes another; it gets the keys of these two only. */
export type SanitiseJob = {
  from: EncryptedPlace;
  seal: Pick<Seal, 'iv' | 'tag'>;
  into: EncryptedPlace;
  kind: UploadKind;
  limits: UploadLimits;
};
export type SanitiseResult =
  | { code: UploadProblemCode; why: string; problem?: FileProblem | undefined }
  | { seal: Seal; width?: number; height?: number };
export type UploadKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf';

/** Processes `size` uploads at a time, each in a separate process. */
export function createImages({ size = 2, waitingMax = 32, timeLimitMs = 20_000 } = {}): Images {
  const crew = createWorkers<SanitiseJob, SanitiseResult>({
    script: new URL('./worker.ts', import.meta.url),
    size,
    waitingMax,
    timeLimitMs,
    heapMaxMb: 512,
    wasmMaxMb: 1024,
  });
  return {
    async sanitiseUpload(files, { stored: raw, head }, declared, given = {}) {
      const limits = { ...uploadLimits, ...given };
      const kind = kindWithin(raw.bytes, head, limits);
      const contentType = kind === 'pdf' ? 'application/pdf' : 'image/jpeg';
      const { place: into, written, drop } = files.reserve(contentType);
      const { iv, tag } = raw;
      const { place: from, done } = await files.opening(raw);
      try {
        const job = { from, seal: { iv, tag }, into, kind, limits };
        const result = await crew.run(job).catch(asProblem);
        if ('code' in result) throw new UploadProblem(result.code, result.why, result.problem);
        const { seal, ...size } = result;
        const filename = safeName(declared.filename, contentType);
        const stored = written(seal);
        await files.keep(stored);
        return { stored, contentType, filename, ...size };
      } catch (error) {
        await drop();
        throw error;
      } finally {
        await done();
      }
    },
    close: crew.close,
  };
}

/**
 * Returns the kind of a file from its size and its first bytes; throws UploadProblem if it is not
 * allowed.
 */
function kindWithin(bytes: number, head: Buffer, { bytesMax }: UploadLimits): UploadKind {
  if (bytes === 0) throw new UploadProblem('FILE_BROKEN', 'empty');
  if (bytes > bytesMax) throw new UploadProblem('FILE_SIZE', `${bytes} bytes of ${bytesMax}`);
  const kind = kindOf(head);
  if (kind) return kind;
  if (head.subarray(0, PDF_HEAD_WITHIN).includes('%PDF-')) {
    throw new UploadProblem('FILE_BROKEN', 'bytes before the head', 'pdfDamaged');
  }
  throw new UploadProblem('FILE_TYPE', 'not a JPEG, PNG, WebP, HEIC or PDF');
}

/**
 * A file that crashes its process or never finishes is broken; an overloaded worker pool is the
 * server's fault.
 */
function asProblem(error: unknown): SanitiseResult {
  const isTheFiles = error instanceof WorkFailed && error.reason !== 'thrown';
  if (isTheFiles) return { code: 'FILE_BROKEN', why: error.message };
  throw error;
}

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Returns the kind by the file's first bytes, because names and declared types prove nothing. */
export function kindOf(bytes: Buffer): UploadKind | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  if (/^RIFF.{4}WEBP/s.test(bytes.toString('latin1', 0, 12))) return 'webp';
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  return HEIC_BRANDS.has(bytes.toString('latin1', 8, 12)) ? 'heic' : undefined;
}

const NAME_LENGTH_MAX = 80;

/**
 * Returns a name that is safe to show and to send in Content-Disposition: without path, control
 * characters, bidi characters or quotes.
 */
export function safeName(given: string | undefined, contentType: string): string {
  const ending = contentType === 'application/pdf' ? '.pdf' : '.jpg';
  const name = (given ?? '')
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()（）-]/gu, '')
    .replace(/\.[^.]*$/, '')
    .replace(/^[. ]+/, '');
  // The end is trimmed after the cut, because its pattern needs time by the square of the length.
  const short = [...name]
    .slice(0, NAME_LENGTH_MAX)
    .join('')
    .replace(/[. ]+$/, '');
  return (short || 'file') + ending;
}
