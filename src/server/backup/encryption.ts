import { open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { BackupFault } from './backup-fault.ts'

/** What a backup is encrypted for; without either it is only readable by its owner. */
export interface Encryption {
  recipient: string | null
  passphrase: string | null
}

/** What opens an encrypted backup: a file with an identity of age, or the passphrase. */
export interface Keys {
  identityFile: string | null
  passphrase: string | null
}

const magic = 'age-encryption.org/'

/** Read when a backup needs it: a shop that makes none would keep its elliptic curves in memory. */
const age = () => import('age-encryption')

/** A shop that has the recipient alone cannot open its own backups. */
export function canVerify({ recipient, identityFile }: Encryption & Keys): boolean {
  return recipient === null || identityFile !== null
}

export function isEncrypted({ recipient, passphrase }: Encryption): boolean {
  return recipient !== null || passphrase !== null
}

export async function hasEncryptedBytes(path: string): Promise<boolean> {
  const bytes = await readBytes(path, 0, magic.length)
  return bytes.toString('latin1') === magic
}

export async function readBytes(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer
  } finally {
    await file.close()
  }
}

export async function encrypt(source: Readable, options: Encryption): Promise<Readable> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  if (options.recipient !== null) encrypter.addRecipient(options.recipient)
  else if (options.passphrase !== null) encrypter.setPassphrase(options.passphrase)
  return toNode(await encrypter.encrypt(toWeb(source)))
}

export async function decrypt(source: Readable, keys: Keys): Promise<Readable> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  if (keys.identityFile !== null) {
    const lines = (await readFile(keys.identityFile, 'utf8')).split('\n')
    for (const line of lines) {
      if (line.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(line.trim())
    }
  }
  if (keys.passphrase !== null) decrypter.addPassphrase(keys.passphrase)
  if (keys.identityFile === null && keys.passphrase === null) {
    throw new BackupFault(
      'The backup is encrypted: BACKUP_IDENTITY (a file) or BACKUP_PASSPHRASE opens it.',
    )
  }
  try {
    return toNode(await decrypter.decrypt(toWeb(source)))
  } catch (cause) {
    throw new BackupFault('The backup cannot be decrypted: damaged, or made for another key.', {
      cause,
    })
  }
}

function toWeb(source: Readable): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(source) as globalThis.ReadableStream<Uint8Array>
}

function toNode(source: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.from(source)
}
