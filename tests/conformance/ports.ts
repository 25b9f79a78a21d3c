// The ports that the kit examines.
import type { ClamdAddress } from '../../server/adapters/files/virus-scan.ts';
import { openBank } from './bank.ts';
import { openFiles } from './files.ts';
import { openInvoices } from './invoices.ts';
import type { PortSubjects } from './kit.ts';
import { openKms } from './kms.ts';
import { openLine } from './line.ts';
import { openMail } from './mail.ts';
import { openPush } from './push.ts';
import { openScreening } from './screening.ts';
import { openSignIn } from './sign-in.ts';
import { openSms } from './sms.ts';
import { openTimestamps } from './timestamps.ts';
import { openVirusScan } from './virus-scan.ts';

type Options = { clamd: ClamdAddress | null };

/** Opens all adapters beside their doubles. */
export async function openPorts({ clamd }: Options): Promise<PortSubjects> {
  const openers = [
    openBank,
    openSms,
    openMail,
    openFiles,
    openSignIn,
    openTimestamps,
    openKms,
    openScreening,
    openPush,
    openLine,
    openInvoices,
    () => openVirusScan(clamd),
  ];
  const opened: PortSubjects[] = [];
  const close = async () => {
    for (const one of opened.splice(0)) await one.close();
  };
  try {
    for (const open of openers) opened.push(await open());
  } catch (error) {
    await close();
    throw error;
  }
  return { subjects: opened.flatMap(({ subjects }) => subjects), close };
}
