import { chown, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Account } from './place.ts'

/** Beside the cluster: what PostgreSQL has written, in pieces, while somebody wants it. */
export const walFolderOf = (cluster: string) => join(dirname(cluster), 'wal')

/**
 * PostgreSQL copies each full piece of its log there for as long as the folder is there, so that it
 * can be switched on and off while PostgreSQL runs.
 */
export function archiveSettings(cluster: string): string[] {
  const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  // PostgreSQL replaces what follows a percent sign.
  const folder = inShell(walFolderOf(cluster)).replaceAll('%', '%%')
  const copy = `cp "%p" ${folder}/%f.part && sync ${folder}/%f.part && mv ${folder}/%f.part ${folder}/%f`
  return ['archive_mode=on', `archive_command=test ! -d ${folder} || { ${copy}; }`]
}

/** From now on PostgreSQL keeps what it writes. */
export async function keepWal(cluster: string, account: Account): Promise<void> {
  const folder = walFolderOf(cluster)
  await mkdir(folder, { mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)
}

export async function dropWal(cluster: string): Promise<void> {
  await rm(walFolderOf(cluster), { recursive: true, force: true, maxRetries: 3 })
}
