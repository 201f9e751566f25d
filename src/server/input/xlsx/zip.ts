import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRaw } from 'node:zlib'

/** Why bytes are no archive that the shop opens, in words for the person who sent them. */
export class ZipError extends Error {
  override name = 'ZipError'
}

interface ZipEntry {
  method: number
  compressedSize: number
  /** Of its local header. */
  offset: number
}

/** Reads the files of an archive by name, all of them together up to `maxBytes` once unpacked. */
export interface ZipReader {
  /** Undefined for a file that is not there. Throws ZipError. */
  read(name: string): Promise<Buffer | undefined>
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const maxComment = 0xffff
/** A workbook of a hundred sheets has fewer. */
const maxEntries = 2_000
const stored = 0
const deflated = 8
const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)
const deflate = promisify<Buffer, Buffer>(deflateRaw)

const damaged = () => new ZipError('檔案已損壞')
const tooLarge = () => new ZipError('檔案解壓縮後過大')

/** Opens a ZIP archive without unpacking anything. Throws ZipError. */
export function openZip(bytes: Buffer, { maxBytes }: { maxBytes: number }): ZipReader {
  const entries = readDirectory(bytes)
  let left = maxBytes
  return {
    async read(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      const content = await unpack(bytes, entry, left)
      left -= content.length
      return content
    },
  }
}

async function unpack(bytes: Buffer, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  const { offset, compressedSize, method } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localSignature) throw damaged()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const packed = bytes.subarray(start, start + compressedSize)
  if (packed.length !== compressedSize) throw damaged()
  if (method === stored) {
    if (packed.length > maxBytes) throw tooLarge()
    return packed
  }
  if (method !== deflated) throw new ZipError('檔案的壓縮方式無法讀取')
  if (maxBytes < 1) throw tooLarge()
  try {
    // The size that the archive claims is not believed.
    return await inflate(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw damaged()
  }
}

function readDirectory(bytes: Buffer): Map<string, ZipEntry> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const isEnd = end >= 0 && end >= bytes.length - endBytes - maxComment
  if (!isEnd || end + endBytes > bytes.length || bytes.readUInt32LE(end) !== endSignature) {
    throw damaged()
  }
  const count = bytes.readUInt16LE(end + 10)
  if (count > maxEntries) throw tooLarge()
  const entries = new Map<string, ZipEntry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature) throw damaged()
    if (bytes.readUInt16LE(at + 8) & 1) throw new ZipError('檔案有密碼，請先移除密碼')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    entries.set(bytes.toString('utf8', at + 46, nameEnd), {
      method: bytes.readUInt16LE(at + 10),
      compressedSize: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** Names are UTF-8. */
const utf8Flag = 0x0800
const version = 20
/** 1980-01-01, the first day that an archive can say: the same files give the same bytes. */
const firstDay = 0x0021

/** An archive of these files, in their order. */
export async function toZip(files: readonly { name: string; bytes: Buffer }[]): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = await deflate(bytes)
    const path = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(version, 0)
    fields.writeUInt16LE(utf8Flag, 2)
    fields.writeUInt16LE(deflated, 4)
    fields.writeUInt16LE(firstDay, 8)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(path.length, 22)
    const local = Buffer.alloc(4)
    local.writeUInt32LE(localSignature)
    const central = Buffer.alloc(6)
    central.writeUInt32LE(entrySignature)
    central.writeUInt16LE(version, 4)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    parts.push(local, fields, path, packed)
    directory.push(central, fields, place, path)
    offset += local.length + fields.length + path.length + packed.length
  }
  const end = Buffer.alloc(endBytes)
  end.writeUInt32LE(endSignature)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
