import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const keyBytes = 32

/**
 * The key under which secrets are kept in the database: that of the configuration, or of a file in
 * the data directory that is made at first need and that only its owner reads.
 */
export function loadSecretsKey(config: { secretsKey: Buffer | null; dataDir: string }): Buffer {
  if (config.secretsKey) return config.secretsKey
  const file = join(config.dataDir, 'secrets.key')
  return readKey(file) ?? createKey(file)
}

function createKey(file: string): Buffer {
  mkdirSync(join(file, '..'), { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600 })
  try {
    // A link is made whole or not at all: of several processes that start, one key stays.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  const key = readKey(file)
  if (!key) throw new Error(`${file} could not be made`)
  return key
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
