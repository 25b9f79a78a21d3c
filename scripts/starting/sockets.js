// The sockets of both sites, opened before anything slow is done and handed to the server later.
// @ts-check
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import { codeOf } from './lock.js';
import { Obstacle, portInUse } from './sentences.js';

/** @typedef {'PORT' | 'OFFICE_PORT'} Setting */
/** @typedef {(setting: Setting) => import('node:http').RequestListener} Answers */

/**
 * @param {number} port
 * @param {string} host
 * @param {Setting} setting
 * @param {import('node:http').RequestListener} answer
 * @returns {Promise<import('node:http').Server>}
 */
function listen(port, host, setting, answer) {
  const server = createServer(answer);
  return new Promise((settle, fail) => {
    server.once('error', (error) => fail(new Obstacle(refusalOf(error, port, host, setting))));
    server.listen(port, host, () => settle(server));
  });
}

/**
 * @param {Error} error
 * @param {number} port
 * @param {string} host
 * @param {Setting} setting
 */
function refusalOf(error, port, host, setting) {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return portInUse(port, setting);
  if (code === 'EACCES') return `Port ${port} may not be used by this user; set ${setting}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST=${host} is not an address of this machine.`;
  }
  return `Port ${port} cannot be opened on ${host}: ${error.message}`;
}

/**
 * The name "localhost" has two addresses on most machines, and browsers try either.
 * @param {string} host
 */
async function addressesOf(host) {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.length > 0 ? [...new Set(found.map(({ address }) => address))] : [host];
}

/**
 * @param {number} port
 * @param {string} host
 * @param {Setting} setting
 * @param {import('node:http').RequestListener} answer
 */
async function take(port, host, setting, answer) {
  const [first = host, ...others] = await addressesOf(host);
  const servers = [await listen(port, first, setting, answer)];
  const address = /** @type {import('node:net').AddressInfo} */ (servers[0]?.address());
  for (const other of others) {
    // A machine may name an address in its file of hosts that it does not have.
    const server = await listen(address.port, other, setting, answer).catch(() => null);
    if (server) servers.push(server);
  }
  return servers;
}

/**
 * Opens the sockets of both sites; each request is answered by `answers` until they are closed.
 * Throws an Obstacle that names the setting to change.
 * @param {{ host: string, ports: { PORT: number, OFFICE_PORT: number } }} at
 * @param {Answers} answers
 */
export async function takeSockets({ host, ports }, answers) {
  const site = await take(ports.PORT, host, 'PORT', answers('PORT'));
  const office = await take(ports.OFFICE_PORT, host, 'OFFICE_PORT', answers('OFFICE_PORT')).catch(
    (error) => {
      for (const server of site) server.close();
      throw error;
    },
  );
  return {
    /** Descriptors in this process, those of the member site first. */
    descriptors: [...site, ...office].map(descriptorOf),
    /**
     * What the server is told when it inherits the descriptors as its third and following ones.
     * @param {number} from
     */
    handed(from) {
      const numbers = (/** @type {number} */ first, /** @type {unknown[]} */ of) =>
        of.map((_, index) => first + index).join(',');
      return `${numbers(from, site)};${numbers(from + site.length, office)}`;
    },
    /** Stops answering here; a process that inherited the sockets goes on. */
    close() {
      for (const server of [...site, ...office]) {
        server.close();
        server.closeIdleConnections();
      }
    },
  };
}

/**
 * Node has no public name for the descriptor of a listening socket. Without it the sockets would be
 * sent as messages, which the server could receive only after it has started.
 * @param {import('node:http').Server} server
 * @returns {number}
 */
function descriptorOf(server) {
  return /** @type {{ _handle: { fd: number } }} */ (/** @type {unknown} */ (server))._handle.fd;
}
