// Runs commands in an image that buildah has built, as a container engine would: the image's user,
// environment and folder, a root file system that cannot be written, and one data folder.
import { spawnSync } from 'node:child_process';

type ImageConfig = { User: string; Env: string[]; WorkingDir: string; Entrypoint: string[] };

function buildah(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('buildah', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`buildah ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** The folder of the image that a process of it may write. */
const DATA = '/var/lib/baixi';
const INSIDE = `
set -e
root=$1; data=$2; user=$3; folder=$4
shift 4
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$data" "$root${DATA}"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;

/**
 * Mounts an image in buildah's storage. `folder` is mounted in it as the data folder of the
 * program.
 */
export function openImage(name: string, folder: string) {
  const container = buildah('from', '--pull=never', name);
  const root = buildah('mount', container);
  const inspected = JSON.parse(buildah('inspect', container)) as { OCIv1: { config: ImageConfig } };
  const { User, Env, WorkingDir, Entrypoint } = inspected.OCIv1.config;
  return {
    root,
    /** The folder of the program, as the machine outside sees it. */
    program: root + WorkingDir,
    data: DATA,
    environment: Object.fromEntries(
      Env.map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]),
    ),
    /** Returns the command that runs the image's entry point with these arguments. */
    command: (args: readonly string[]): string[] => [
      'unshare',
      '--mount',
      'sh',
      '-c',
      INSIDE,
      'sh',
      root,
      folder,
      User,
      WorkingDir,
      ...Entrypoint,
      ...args,
    ],
    close() {
      buildah('umount', container);
      buildah('rm', container);
    },
  };
}
