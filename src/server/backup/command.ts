import { ConfigError } from '../config.ts'
import { BackupFault, backupExitCodes } from './backup-fault.ts'

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Ends the process with the exit code of what went wrong, and says it without a stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof BackupFault) return error.exitCode
  const isUsage = error instanceof ConfigError || isArgumentFault(error)
  return isUsage ? backupExitCodes.usage : backupExitCodes.failed
}

function isArgumentFault(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')
}
