// Tests of ISO 20022 orders: what a bank reads from them is what was ordered.
import sax from 'sax';
import { describe, expect, test } from 'vitest';
import { payment } from '../../../tests/conformance/bank.ts';
import { orderFile } from './order-files.ts';

const orders = {
  format: 'pain.001',
  bankCode: '812',
  account: '20001234567890',
  holder: '百溪 <信託> & Co',
} as const;
const batch = (changed: object = {}) => ({
  reference: 'batch-9',
  // 23 November in Taipei, still 22 November in UTC.
  approvedAt: new Date('2026-11-22T16:30:00Z'),
  payments: [
    { ...payment, ...changed },
    { ...payment, reference: 'refund-18-1', bankCode: '004', amount: 115 },
  ],
});

/** Reads a document into `path=text` lines in its order. */
function readXml(xml: string): string[] {
  const lines: string[] = [];
  const path: string[] = [];
  let text = '';
  const parser = Object.assign(sax.parser(true), {
    onerror(error: Error) {
      throw error;
    },
    onopentag({ name, attributes }: { name: string; attributes: Record<string, string> }) {
      path.push(name);
      text = '';
      for (const [key, value] of Object.entries(attributes)) {
        lines.push(`${path.join('/')}@${key}=${value}`);
      }
    },
    ontext: (more: string) => void (text += more),
    onclosetag() {
      if (text !== '') lines.push(`${path.join('/')}=${text}`);
      path.pop();
      text = '';
    },
  });
  parser.write(xml.slice(xml.indexOf('?>') + 2).trim()).close();
  return lines.map((line) => line.replace('Document/CstmrCdtTrfInitn/', ''));
}

describe('pain.001', () => {
  test('a batch is one instruction with the elements in the order of the schema', () => {
    const { extension, mediaType, text } = orderFile(batch(), orders);
    expect({ extension, mediaType }).toEqual({ extension: 'xml', mediaType: 'application/xml' });
    const transfer = 'PmtInf/CdtTrfTxInf';
    const agent = 'FinInstnId/ClrSysMmbId';
    expect(readXml(text)).toEqual([
      'Document@xmlns=urn:iso:std:iso:20022:tech:xsd:pain.001.001.03',
      'GrpHdr/MsgId=batch-9',
      'GrpHdr/CreDtTm=2026-11-22T16:30:00Z',
      'GrpHdr/NbOfTxs=2',
      'GrpHdr/CtrlSum=9000',
      'GrpHdr/InitgPty/Nm=百溪 <信託> & Co',
      'PmtInf/PmtInfId=batch-9',
      'PmtInf/PmtMtd=TRF',
      'PmtInf/BtchBookg=false',
      'PmtInf/NbOfTxs=2',
      'PmtInf/CtrlSum=9000',
      'PmtInf/ReqdExctnDt=2026-11-23',
      'PmtInf/Dbtr/Nm=百溪 <信託> & Co',
      'PmtInf/DbtrAcct/Id/Othr/Id=20001234567890',
      'PmtInf/DbtrAcct/Ccy=TWD',
      `PmtInf/DbtrAgt/${agent}/ClrSysId/Cd=TWNCC`,
      `PmtInf/DbtrAgt/${agent}/MmbId=812`,
      'PmtInf/ChrgBr=DEBT',
      ...[
        ['payout-17-1', '8885', '812'],
        ['refund-18-1', '115', '004'],
      ].flatMap(([reference, amount, bank]) => [
        `${transfer}/PmtId/EndToEndId=${reference}`,
        `${transfer}/Amt/InstdAmt@Ccy=TWD`,
        `${transfer}/Amt/InstdAmt=${amount}`,
        `${transfer}/CdtrAgt/${agent}/ClrSysId/Cd=TWNCC`,
        `${transfer}/CdtrAgt/${agent}/MmbId=${bank}`,
        `${transfer}/Cdtr/Nm=林小溪`,
        `${transfer}/CdtrAcct/Id/Othr/Id=00012345678901`,
        `${transfer}/RmtInf/Ustrd=還款分配`,
      ]),
    ]);
  });

  test('a name cannot become an element, and what XML does not allow is left out', () => {
    const holder = '</Nm><Nm>x\u0000\u000b\ud800 &amp;';
    const lines = readXml(orderFile(batch({ holder, memo: ' ' }), orders).text);
    expect(lines).toContain('PmtInf/CdtTrfTxInf/Cdtr/Nm=</Nm><Nm>x \ufffd &amp;');
    expect(lines.filter((line) => line.includes('Ustrd'))).toHaveLength(1);
  });

  test('texts end at the length of the message, and the same batch has the same bytes', () => {
    const { text } = orderFile(batch({ memo: '溪'.repeat(200) }), orders);
    expect(text).toContain(`<Ustrd>${'溪'.repeat(140)}</Ustrd>`);
    expect(orderFile(batch({ memo: '溪'.repeat(200) }), orders).text).toBe(text);
  });

  test('a reference that the message cannot hold is refused, because it would be cut', () => {
    expect(() => orderFile(batch({ reference: `payout-${'1'.repeat(30)}` }), orders)).toThrow(
      'too long',
    );
  });
});
