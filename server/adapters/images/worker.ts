// The process in which one upload after another is examined and written anew.
import { answerJobs } from '../workers.ts';
import { UploadProblem, type SanitiseJob, type SanitiseResult } from '../images.ts';
import { fromHeic, fromPicture } from './pictures.ts';
import { assertHarmlessPdf } from './pdf-scan.ts';

answerJobs<SanitiseJob, SanitiseResult>(async (job) => {
  try {
    return await sanitised({ ...job, bytes: asBuffer(job.bytes) });
  } catch (error) {
    if (error instanceof UploadProblem) {
      const { code, why, problem } = error;
      return { code, why, problem };
    }
    return { code: 'FILE_BROKEN', why: error instanceof Error ? error.message : 'unreadable' };
  }
});

async function sanitised(job: SanitiseJob & { bytes: Buffer }): Promise<SanitiseResult> {
  if (job.kind === 'pdf') {
    assertHarmlessPdf(job.bytes);
    return { bytes: job.bytes, contentType: 'application/pdf' };
  }
  const read = job.kind === 'heic' ? fromHeic : fromPicture;
  return { ...(await read(job.bytes, job.kind, job.limits)), contentType: 'image/jpeg' };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
