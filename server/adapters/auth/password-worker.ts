// The thread that hashes passwords; see passwords.ts.
import { hashSync, verifySync } from '@node-rs/argon2';

/** Cost of one hash: memory in KiB, number of passes, number of lanes. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };
export type PasswordJob = { password: string } & ({ hashed: string } | { cost: HashCost });

/** Returns a new hash, or whether the password matches `hashed`, which nothing unreadable does. */
export default function work(job: PasswordJob): string | boolean {
  if ('cost' in job) return hashSync(job.password, job.cost);
  try {
    return verifySync(job.hashed, job.password);
  } catch {
    return false;
  }
}
