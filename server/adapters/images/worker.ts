// Child process that examines and re-encodes uploads, one at a time.
import { answerJobs } from '../workers.ts';
import { UploadProblem, type SanitiseJob, type SanitiseResult } from './images.ts';
import { readWholeEncrypted, writeEncrypted } from '../files/sealed.ts';
import { opened, redrawnPdf } from './pdf-pages.ts';
import { fromHeic, fromPicture } from './pictures.ts';
import { assertHarmlessPdf, isEncrypted } from './pdf-scan.ts';

answerJobs<SanitiseJob, SanitiseResult>(async (job) => {
  try {
    return await sanitised(job, await readWholeEncrypted(job.from, job.seal));
  } catch (error) {
    if (error instanceof UploadProblem) {
      const { code, why, problem } = error;
      return { code, why, problem };
    }
    // A system error such as a full disk must not be reported as a fault of the file.
    if (error instanceof Error && 'syscall' in error) throw error;
    return { code: 'FILE_BROKEN', why: error instanceof Error ? error.message : 'unreadable' };
  }
});

async function sanitised({ kind, into, limits }: SanitiseJob, bytes: Buffer) {
  if (kind === 'pdf') {
    assertHarmlessPdf(bytes);
    if (!limits.pdf) {
      if (isEncrypted(bytes)) await opened(bytes);
      throw new UploadProblem('FILE_TYPE', 'a document', 'picturesOnly');
    }
    return { seal: await writeEncrypted(into, redrawnPdf(bytes)) };
  }
  const read = kind === 'heic' ? fromHeic : fromPicture;
  const { bytes: picture, ...size } = await read(bytes, kind, limits);
  return { seal: await writeEncrypted(into, [picture]), ...size };
}
