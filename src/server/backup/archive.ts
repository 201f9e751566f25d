import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { BackupFault } from './backup-fault.ts'
import {
  decrypt,
  type Encryption,
  encrypt,
  hasEncryptedBytes,
  isEncrypted,
  type Keys,
  readBytes,
} from './encryption.ts'
import { members } from './manifest.ts'

/**
 * A file that is not encrypted ends with a skippable frame of Zstandard, which every reader of the
 * format ignores: the SHA-256 of all bytes before it. Encryption authenticates every byte by itself.
 */
const frameHead = Buffer.from('502a4d1820000000', 'hex')
const frameBytes = frameHead.length + 32

/** A line for each picture. */
const maxSumsBytes = 256_000_000
/** Of headers and padding of a member, and of what is read ahead. */
const beside = { member: 4_096, file: 4_000_000 }

/** Adds a member of a known size, of which no part is kept in memory. */
export type AddMember = (name: string, size: number, content: Readable | Buffer) => Promise<void>

/** Writes a new file, readable by its owner alone, and syncs it; the last member has all sums. */
export async function writeArchive(
  path: string,
  options: Encryption & { time: Date },
  write: (add: AddMember) => Promise<void>,
): Promise<void> {
  const archive = pack()
  const sums: string[] = []
  const add: AddMember = async (name, size, content) => {
    const hash = createHash('sha256')
    const entry = archive.entry({ name, size, mode: 0o600, mtime: options.time })
    const source = Buffer.isBuffer(content) ? Readable.from([content]) : content
    await pipeline(source, createHashing(hash), entry)
    sums.push(`${hash.digest('hex')}  ${name}\n`)
  }
  async function fill(): Promise<void> {
    await write(add)
    const text = Buffer.from(sums.join(''))
    await add(members.sums, text.length, text)
    archive.finalize()
  }
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const written = isEncrypted(options)
    ? encrypt(compressed, options).then((bytes) => pipeline(bytes, file))
    : pipeline(compressed, createSealing(), file)
  await Promise.all([pipeline(Readable.from(archive), compressed), written, fill()])
}

/** Reads every member, and throws what is wrong with the file once it has been read. */
export async function readArchive(
  path: string,
  keys: Keys,
  read: (name: string, content: Readable, size: number) => Promise<void>,
): Promise<void> {
  const isFileEncrypted = await hasEncryptedBytes(path)
  const source = isFileEncrypted
    ? await decrypt(createReadStream(path), keys)
    : await openSealed(path)
  const found = new Map<string, string>()
  let expected = ''
  const archive = extract()
  const counting = createCounting()
  const bytes = pipeline(source, createZstdDecompress(), counting.stream, archive)
  bytes.catch(() => {})
  try {
    for await (const entry of archive) {
      const { name, size = 0 } = entry.header
      counting.allow(size)
      if (name === members.sums) {
        if (size > maxSumsBytes) throw new BackupFault(`${name} is larger than it can be.`)
        expected = (await collect(Readable.from(entry))).toString()
        continue
      }
      const hash = createHash('sha256')
      const content = createHashing(hash)
      // An entry that breaks off ends its reader, too.
      pipeline(Readable.from(entry), content).catch(() => {})
      await read(name, content, size)
      found.set(name, hash.digest('hex'))
    }
    await bytes
  } catch (error) {
    const cause = error instanceof BackupFault ? error : (counting.stream.errored ?? error)
    throw cause instanceof BackupFault
      ? cause
      : new BackupFault(`The file cannot be read to its end: ${messageOf(cause)}`, { cause })
  }
  compareSums(expected, found)
}

function compareSums(text: string, found: ReadonlyMap<string, string>): void {
  if (text === '') throw new BackupFault(`The file has no ${members.sums}: it is not whole.`)
  const expected = new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  const faults = [
    ...[...expected].flatMap(([name, sum]) => {
      const isThere = found.get(name)
      if (isThere === undefined) return [`${name} is missing`]
      return isThere === sum ? [] : [`${name} is damaged`]
    }),
    ...[...found.keys()].flatMap((name) => (expected.has(name) ? [] : [`${name} was added`])),
  ]
  if (faults.length > 0) throw new BackupFault(`The file is not whole: ${faults.join(', ')}.`)
}

/** The file without its seal, once the seal has been found to be that of all bytes before it. */
async function openSealed(path: string): Promise<Readable> {
  const { size } = await stat(path)
  const end = size - frameBytes
  if (end <= 0) throw new BackupFault('The file is too short to be a backup.')
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: end - 1 })) hash.update(chunk)
  const seal = await readBytes(path, end, frameBytes)
  if (!seal.equals(Buffer.concat([frameHead, hash.digest()]))) {
    throw new BackupFault(
      'The file is damaged: it was cut, or its bytes are not those that were written.',
    )
  }
  return createReadStream(path, { end: end - 1 })
}

function createSealing(): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk, _, next) {
      hash.update(chunk)
      next(null, chunk)
    },
    flush(next) {
      next(null, Buffer.concat([frameHead, hash.digest()]))
    },
  })
}

/** Headers of the archive are kept in memory, however long they say they are. */
function createCounting() {
  let left = beside.file
  const stream = new Transform({
    transform(chunk: Buffer, _, next) {
      left -= chunk.length
      if (left >= 0) next(null, chunk)
      else next(new BackupFault('The file unpacks to more than its members.'))
    },
  })
  const allow = (size: number) => {
    left += size + beside.member
  }
  return { stream, allow }
}

function createHashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _, next) {
      hash.update(chunk)
      next(null, chunk)
    },
  })
}

export async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
