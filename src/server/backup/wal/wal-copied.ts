import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileIn = (dataDir: string) => join(dataDir, 'wal.copied')
const lateAfterMs = 15 * 60_000

/** When all that the embedded database had written was in the bucket; null: never. */
export async function readWalCopied(dataDir: string): Promise<Date | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  return text === '' ? null : new Date(text.trim())
}

export async function noteWalCopied(dataDir: string): Promise<void> {
  await writeFile(fileIn(dataDir), `${new Date().toISOString()}\n`, { mode: 0o600 })
}

/** Nothing is copied any more. */
export const forgetWalCopied = (dataDir: string) => rm(fileIn(dataDir), { force: true })

/** Whether more than a few minutes of orders would be lost with this disk. */
export async function areChangesLate(dataDir: string): Promise<boolean> {
  const at = await readWalCopied(dataDir)
  return at === null || Date.now() - at.getTime() > lateAfterMs
}
