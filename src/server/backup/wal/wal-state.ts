import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How much of the log of the embedded PostgreSQL is in the bucket. */
export interface WalState {
  /** The folder of the bucket: one for each time that copying began, so that no two shops share one. */
  stream: string
  /** The last two whole copies of the cluster, the newest first, and where the log begins for each. */
  bases: { at: string; start: string }[]
  /** The last piece of the log that was copied. */
  last: string | null
  /** The first piece after a gap: a copy that began before it is of no use. */
  gap: string | null
}

/** Goes with the folder of the log: without its pieces it would tell of a gap. */
const fileIn = (folder: string) => join(folder, 'state.json')

export async function readWalState(folder: string): Promise<WalState | undefined> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => '')
  return text === '' ? undefined : JSON.parse(text)
}

export async function writeWalState(folder: string, state: WalState): Promise<void> {
  await writeFile(`${fileIn(folder)}.part`, JSON.stringify(state), { mode: 0o600, flush: true })
  await rename(`${fileIn(folder)}.part`, fileIn(folder))
}
