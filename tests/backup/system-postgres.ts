import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findAccount, runAs } from '../../src/server/db/embedded/place.ts'

const installed = '/usr/lib/postgresql'
const needed = ['initdb', 'pg_ctl', 'pg_basebackup']

/** The folder of the newest PostgreSQL that Debian installed on this machine; undefined without one. */
export const systemPrograms = existsSync(installed)
  ? readdirSync(installed)
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => join(installed, version, 'bin'))
      .find((folder) => needed.every((name) => existsSync(join(folder, name))))
  : undefined

/** Runs one of its programs, as a user that PostgreSQL accepts. */
export async function runProgram(name: string, args: string[]): Promise<void> {
  const file = join(systemPrograms ?? '', name)
  const { ok, output } = await runAs(await findAccount('/nowhere'), file, args)
  if (!ok) throw new Error(`${name} failed: ${output}`)
}

/** As that user; answers whether the command succeeded. */
export async function runShell(command: string): Promise<boolean> {
  return (await runAs(await findAccount('/nowhere'), '/bin/sh', ['-c', command])).ok
}
