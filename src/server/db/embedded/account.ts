import { stat } from 'node:fs/promises'
import { type Account, runAs } from './run-as.ts'

const ownAccount = 'minmin'

/**
 * PostgreSQL refuses to run as root. Started as root, it gets an unprivileged account: the owner of
 * data that exists already, else `postgres`, else one that is made for it.
 */
export async function accountFor(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (
    (await lookUp('postgres')) ??
    (await lookUp(ownAccount)) ??
    (await create(ownAccount)) ??
    (await lookUp('nobody')) ??
    fail()
  )
}

async function lookUp(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([number(['-u', name]), number(['-g', name])])
  return uid && gid ? { uid, gid } : undefined
}

async function number(args: string[]): Promise<number | undefined> {
  const { code, output } = await runAs(undefined, 'id', args).catch(() => ({ code: 1, output: '' }))
  return code === 0 ? Number(output.trim()) : undefined
}

async function create(name: string): Promise<Account | undefined> {
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name]
  await runAs(undefined, 'useradd', args).catch(() => undefined)
  return lookUp(name)
}

function fail(): never {
  throw new Error(
    'PostgreSQL does not run as root, and no unprivileged account was found for it. ' +
      'Start the server as an ordinary user, or name a database with DATABASE_URL.',
  )
}
