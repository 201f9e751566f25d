import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const keyBytes = 32

interface KeyPlace {
  secretsKey: Buffer | null
  dataDir: string
}

const fileIn = (dataDir: string) => join(dataDir, 'secrets.key')

/**
 * The key under which secrets are kept in the database: that of the configuration, or of a file in
 * the data directory that is made at first need and that only its owner reads.
 */
export function loadSecretsKey(config: KeyPlace): Buffer {
  return findSecretsKey(config) ?? saveSecretsKey(config.dataDir, randomBytes(keyBytes))
}

/** Undefined where no key was needed yet; none is made. */
export function findSecretsKey(config: KeyPlace): Buffer | undefined {
  return config.secretsKey ?? readKey(fileIn(config.dataDir))
}

/** Keeps the key in the data directory, and gives the one that is kept there: another one may be. */
export function saveSecretsKey(dataDir: string, made: Buffer): Buffer {
  return saveKey(dataDir, fileIn(dataDir), made)
}

/** The file of a key to which a rotation goes over; it stands until the rotation is done. */
const nextFileIn = (dataDir: string) => `${fileIn(dataDir)}.next`

export function findNextKey(dataDir: string): Buffer | undefined {
  return readKey(nextFileIn(dataDir))
}

/** That of a rotation that was cut off, or a new one, which is on the disk before anything uses it. */
export function loadNextKey(dataDir: string): Buffer {
  return findNextKey(dataDir) ?? saveKey(dataDir, nextFileIn(dataDir), randomBytes(keyBytes))
}

/** The key of the rotation becomes that of the shop; nothing happens where this was done already. */
export function adoptNextKey(dataDir: string): void {
  try {
    renameSync(nextFileIn(dataDir), fileIn(dataDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  syncToDisk(dataDir)
}

function saveKey(dataDir: string, file: string, made: Buffer): Buffer {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${made.toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // A link is made whole or not at all: of several processes that start, one key stays.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  syncToDisk(dataDir)
  const key = readKey(file)
  if (!key) throw new Error(`${file} could not be made`)
  return key
}

/** A name in a directory is as safe as its file only once the directory is written, too. */
function syncToDisk(directory: string): void {
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function readKey(file: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = parseSecretsKey(text)
  if (!key) throw new Error(`${file} does not hold ${keyBytes} bytes in base64`)
  return key
}

/** Undefined for a text that is not 32 bytes in base64. */
export function parseSecretsKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64')
  const isWhole = key.length === keyBytes && /^[A-Za-z0-9+/]{43}=$/.test(text.trim())
  return isWhole ? key : undefined
}
