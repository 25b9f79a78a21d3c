// One plain sentence for each reason why a start or an installation fails.
// @ts-check

/** Free space and memory that a start needs at most, as measured with a fresh clone. */
const NEEDED = { disk: '2 GB', memory: '2 GB' };

/** A reason that the person who starts the program can remove; its message is one sentence. */
export class Obstacle extends Error {
  /** @override */
  name = 'Obstacle';
}

/**
 * Returns the message for a port that is used by another program.
 * @param {number} port
 * @param {string} setting the setting that names the port
 */
export function portInUse(port, setting) {
  const other = `${setting}=${port + 100 > 65_535 ? port - 100 : port + 100} npm start`;
  return `Port ${port} is taken by another program. Choose another: ${other}`;
}

/** @param {number} pid */
export const alreadyRunning = (pid) =>
  `It runs already, as process ${pid}. Stop that one first, or use another checkout.`;

/** @param {number} pid */
export const alreadyPreparing = (pid) =>
  `Another start prepares this checkout, as process ${pid}. Wait for its end, or stop it.`;

/** @param {string} folder */
export const notWritable = (folder) =>
  `This user may not write to ${folder}. Change its owner or its rights, or use another checkout.`;

const noRoom =
  `There is no room left on the disk: a start needs about ${NEEDED.disk}. ` +
  'Free some and start again; nothing has to be repaired.';

const noMemory =
  `There is not enough memory: a start needs about ${NEEDED.memory}. ` +
  'End other programs and start again; nothing has to be repaired.';

/**
 * Returns the sentence for what ran out according to an error message or the output of a program,
 * or null if neither space nor memory did. PostgreSQL, npm, Node and the system each have their own
 * words for it.
 * @param {string} text
 * @returns {string | null}
 */
export function shortageIn(text) {
  if (/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(text)) return noRoom;
  if (/ENOMEM|Cannot allocate memory|heap out of memory|could not map|out of memory/i.test(text)) {
    return noMemory;
  }
  return null;
}

/**
 * Returns the sentence for a program that was ended by a signal that nobody here sent. SIGKILL
 * comes from the system if memory runs out, and SIGABRT from Node itself.
 * @param {string} what
 * @param {string} signal
 */
export function endedBySignal(what, signal) {
  const why = signal === 'SIGKILL' || signal === 'SIGABRT' ? ', which is how memory runs out' : '';
  return `${what} was ended by ${signal}${why}. Start again; nothing has to be repaired.`;
}

const unreachable = /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|E\w+UNREACH|\w*TIMEDOUT|\w*TIMEOUT|FETCH_\w+)$/;
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/**
 * Returns why npm could not install the packages, in one sentence.
 * @param {string} output everything that npm printed
 * @param {string} folder the folder in which it ran
 */
export function npmFailure(output, folder) {
  const shortage = shortageIn(output);
  if (shortage) return shortage;
  const code = /npm (?:ERR!|error) code (\w+)/.exec(output)?.[1] ?? '';
  const start = 'The packages could not be installed: ';
  if (untrusted.test(code)) {
    return `${start}the registry's certificate is not trusted (${code}). Set NODE_EXTRA_CA_CERTS.`;
  }
  if (unreachable.test(code)) {
    return `${start}the registry cannot be reached (${code}). Check the network and start again.`;
  }
  if (/^E(401|403|407)$/.test(code)) {
    return `${start}the registry or a proxy refuses this user (${code}). Check npm's settings.`;
  }
  if (/^E(404|TARGET|INTEGRITY)$|^ETARGET$/.test(code)) {
    return `${start}the registry does not have them as package-lock.json names them (${code}).`;
  }
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return notWritable(folder);
  const said = /npm (?:ERR!|error) (?!code )(\S.*)/.exec(output)?.[1];
  return start + (said ?? (output.trim().split('\n').at(-1) || 'npm does not say why.'));
}
