// Measures how many contract PDFs per second are typeset and sealed, as at a contract signing.
import { createDemoP12 } from '../server/adapters/pdf/key-store.ts';
import { createDocuments } from '../server/adapters/pdf/pdf.ts';
import { sampleContract } from '../server/adapters/testing/sample-contract.ts';
import { type Row, type Settings, figureOf, rate } from './measure.ts';

export async function pdfRow({ rounds, seconds }: Settings): Promise<Row> {
  const now = new Date();
  const password = 'bench';
  const p12 = await createDemoP12({ name: '百溪', now, password });
  const documents = createDocuments({ seal: { p12, password }, size: 2 });
  const sealed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    sealed.push(
      await rate(4, seconds, async () => {
        const pdf = await documents.renderContract(sampleContract('final'));
        await documents.seal(pdf, { reason: '線上簽約', name: '百溪', signedAt: now });
      }),
    );
  }
  documents.close();
  const what = 'contract PDFs typeset and sealed';
  return { row: 'PDF', what, ours: figureOf(sealed), other: null, aim: '–' };
}
