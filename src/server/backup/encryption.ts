import { readFile } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import type { BackupSettings } from '../config-operations.ts'
import { BackupFault } from './backup-fault.ts'

/** The recipient or passphrase of a backup; without either, only its owner may read the file. */
export type Encryption = Pick<BackupSettings, 'recipient' | 'passphrase'>
/** The keys of an encrypted backup: a file with an identity of age, or the passphrase. */
export type Keys = Pick<BackupSettings, 'identityFile' | 'passphrase'> & {
  /** Further identities, that were encrypted themselves. */
  identities?: readonly string[]
}
export type Bytes = AsyncIterable<Uint8Array>

/** Read when a backup needs it: a shop that makes none would keep its elliptic curves in memory. */
const age = () => import('age-encryption')

export function isEncrypted({ recipient, passphrase }: Encryption): boolean {
  return recipient !== null || passphrase !== null
}

export async function* encrypt(source: Bytes, { recipient, passphrase }: Encryption) {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  if (recipient !== null) encrypter.addRecipient(recipient)
  else encrypter.setPassphrase(passphrase ?? '')
  yield* await encrypter.encrypt(toWeb(source))
}

export async function* decrypt(
  source: Bytes,
  { identityFile, passphrase, identities: given = [] }: Keys,
) {
  if (identityFile === null && passphrase === null) {
    throw new BackupFault(
      'The backup is encrypted: BACKUP_IDENTITY (a file) or BACKUP_PASSPHRASE opens it.',
    )
  }
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  const identities = identityFile === null ? '' : await readFile(identityFile, 'utf8')
  for (const line of identities.split('\n')) {
    if (line.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(line.trim())
  }
  for (const identity of given) decrypter.addIdentity(identity)
  if (passphrase !== null) decrypter.addPassphrase(passphrase)
  yield* await decrypter.decrypt(toWeb(source))
}

/** A new identity, and the recipient to encrypt for it: a passphrase costs a second at each use. */
export async function createIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateIdentity, identityToRecipient } = await age()
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}

const toWeb = (source: Bytes) =>
  ReadableStream.from(source) as globalThis.ReadableStream<Uint8Array>
