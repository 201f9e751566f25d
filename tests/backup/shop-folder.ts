import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgram } from '../../src/server/programs.ts'
import { administrator, publicUrl } from '../fixtures/caller.ts'
import { ServerProcess } from '../harness/server-process.ts'

const root = join(import.meta.dirname, '../..')

export interface CommandResult {
  code: number
  said: string
}

/** Runs a command of the shop as an operator does, and waits for its end. */
export function runCommand(
  command: 'backup' | 'doctor',
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>()
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 }
  const words = [builtProgram(command), ...args]
  execFile(process.execPath, words, options, (error, stdout, stderr) => {
    const code = error ? (typeof error.code === 'number' ? error.code : 255) : 0
    resolve({ code, said: `${stdout}${stderr}` })
  })
  return promise
}

/** A folder that PostgreSQL's own user may enter when root runs this. */
export async function createWorkFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `minmin-${name}-`))
  await chmod(folder, 0o711)
  return folder
}

export const removeWorkFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** A shop of the demonstration payments with the administrator that `fillShop` signs in. */
export function shopOver(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  options: { root?: string } = {},
): Promise<ServerProcess> {
  return ServerProcess.over(dataDir, {
    ...options,
    env: {
      PUBLIC_URL: publicUrl,
      DEMO: '0',
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      IDENTITY_LIMITS: '1000',
      ...env,
    },
  })
}
