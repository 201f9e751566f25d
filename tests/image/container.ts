import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, chown, copyFile, cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { imageFiles } from '../../scripts/lib/image.mjs'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const account = 10_001

/** Whether this account may make namespaces and mounts, as the rehearsal needs. */
export async function mayContain(): Promise<boolean> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  return run('unshare', ['--mount', '--pid', '--fork', 'true']).then(
    () => true,
    () => false,
  )
}

export interface Container {
  child: ChildProcess
  said(): string
}

/**
 * The files of the image in a folder of their own, with what the base image has: the libraries of
 * this machine and the Node.js of the lock.
 */
export async function buildImage(folder: string): Promise<void> {
  const app = join(folder, 'app')
  for (const { path } of imageFiles(root)) {
    await mkdir(dirname(join(app, path)), { recursive: true })
    await copyFile(join(root, path), join(app, path))
  }
  await mkdir(join(app, 'dist/web'), { recursive: true })
  await cp(join(root, 'node_modules/node/bin/node'), join(folder, 'node'))
  await chmod(join(folder, 'node'), 0o755)
  await mkdir(join(folder, 'etc'))
  await writeFile(
    join(folder, 'etc/passwd'),
    `root:x:0:0:root:/root:/bin/sh\nminmin:x:${account}:${account}::/:/bin/sh\n`,
  )
  await writeFile(join(folder, 'etc/group'), `root:x:0:\nminmin:x:${account}:\n`)
  await writeFile(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n')
}

export async function createDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await chown(path, account, account)
}

/** A read-only root with /data and /tmp; the program is process 1 of its namespace. */
const script = `
set -e
root=$(mktemp -d)
mount -t tmpfs -o mode=0755 tmpfs "$root"
mkdir -p "$root"/app "$root"/data "$root"/tmp "$root"/proc "$root"/dev "$root"/etc "$root"/usr "$root"/var "$root"/run
mount --bind "$IMAGE/app" "$root/app"
mount -o remount,bind,ro "$root/app"
mount --bind "$IMAGE/etc" "$root/etc"
mount --bind /usr "$root/usr"
mount -o remount,bind,ro "$root/usr"
for part in bin lib lib64 sbin; do
  if [ -L "/$part" ]; then ln -s "usr/$part" "$root/$part"; elif [ -d "/$part" ]; then mkdir "$root/$part"; mount --bind "/$part" "$root/$part"; fi
done
cp "$IMAGE/node" "$root/run/node"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount --bind "$DATA" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -o remount,ro "$root"
exec chroot --userspec=${account}:${account} "$root" /bin/sh -c 'cd /app && exec /run/node "$@"' sh "$@"
`

export function startContainer(options: {
  image: string
  data: string
  args?: string[]
  env: Record<string, string>
}): Container {
  const { image, data, args = ['dist/server/main.mjs'], env } = options
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--propagation',
      'private',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      script,
      'sh',
      ...args,
    ],
    {
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        IMAGE: image,
        DATA: data,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        DATA_DIR: '/data',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  const note = (chunk: unknown) => {
    text += String(chunk)
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  return { child, said: () => text }
}
