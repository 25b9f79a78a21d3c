// The trust report for a member: the signed reports, and the proof of the member's own line.
import type { trustReports } from '#contract/reports/trust/calls.ts';
import { money } from '#contract/core/money.ts';
import type { ProofStep } from '#contract/reports/trust/proof.ts';
import type { Actions } from '../../call.ts';
import { signedReport, trustPdf } from './trust-pdf.ts';
import { amountsOfMember, lineOfMember, nodesAt, reportsOf } from './trust-queries.ts';
import { neighboursOf } from './trust-tree.ts';

export const trustActions: Actions<{ reports: typeof trustReports }>['reports'] = {
  async myTrustReports({ tx, member }) {
    const own = new Map(
      (await amountsOfMember(tx, member.id)).map(({ reportId, amount }) => [reportId, amount]),
    );
    const rows = await reportsOf(tx, null);
    return {
      data: rows.flatMap(({ secondAt, ...row }) => {
        if (secondAt === null) return [];
        const { bank, books } = row.figures;
        return [
          {
            month: row.month.slice(0, 7),
            signedAt: secondAt,
            bank: bank ?? money(0),
            books,
            members: row.members,
            membersAmount: row.membersAmount,
            own: own.get(row.id) ?? money(0),
          },
        ];
      }),
    };
  },

  async myTrustProof(context, { month }) {
    const { tx, member } = context;
    const report = await signedReport(context, month);
    const root = { hash: report.root, sum: report.membersAmount };
    const line = await lineOfMember(tx, report.id, member.id);
    if (!line) return { data: { root, line: null } };
    const { place, height, amount, salt } = line;
    const wanted = neighboursOf(place, height);
    const nodes = await nodesAt(tx, report.id, wanted);
    const path: ProofStep[] = nodes.map(({ level, hash, sum }) => {
      return { side: wanted[level]!.side, hash, sum };
    });
    return { data: { root, line: { month, memberId: `${member.id}`, salt, amount, path } } };
  },

  trustReportFile: (context, { month }) => trustPdf(context, month),
};
