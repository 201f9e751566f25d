import { Readable } from 'node:stream'
import type { BucketSettings } from '../../config-reader.ts'
import { createS3Request } from '../../uploads/s3-request.ts'
import { BackupFault } from '../backup-fault.ts'
import { retryStoreCall } from '../pictures.ts'

export interface StoredObject {
  key: string
  bytes: number
}

/** A bucket elsewhere, for copies of backups. Keys are without its prefix. */
export interface Bucket {
  list(prefix: string): Promise<StoredObject[]>
  /** In parts, of which one is in memory at a time; nothing is there before all is. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Undefined: there is none. */
  get(key: string): Promise<Readable | undefined>
  remove(key: string): Promise<void>
}

/** S3 takes parts from 5 MB on, and 10,000 of them: 160 GB. */
const partBytes = 16_000_000
/** For one part, over a line of 1 Mbit/s. */
const partWithinMs = 150_000
/** Of an object that is empty. */
const beyondEnd = 416

/** A fault that may pass is tried again, four times within eleven seconds. */
export function openBucket(settings: BucketSettings): Bucket {
  const request = createS3Request(settings)

  /** One that may pass is tried again; throws for what will not. */
  async function send(
    parts: Parameters<typeof request>[0],
  ): Promise<{ reply: Response; bytes: Buffer }> {
    const { reply, bytes } = await retryStoreCall(async () => {
      const given = await request(parts)
      const read = Buffer.from(await given.arrayBuffer())
      if (given.status === 429 || given.status >= 500) throw faultOf(given, read, parts.method)
      return { reply: given, bytes: read }
    })
    if (reply.ok || reply.status === 404 || reply.status === beyondEnd) return { reply, bytes }
    throw faultOf(reply, bytes, parts.method)
  }
  function faultOf({ status }: Response, bytes: Buffer, method: string): BackupFault {
    const said = /<Code>(\w+)<\/Code>/.exec(bytes.toString())?.[1] ?? ''
    return new BackupFault(`The bucket ${settings.name} answered ${status} ${said} to ${method}.`)
  }
  async function call(parts: Parameters<typeof request>[0]) {
    const { reply, bytes } = await send(parts)
    if (reply.status === 404 && parts.method !== 'DELETE') {
      throw new BackupFault(`The bucket ${settings.name} is not there, or not at this address.`)
    }
    return { reply, text: bytes.toString() }
  }

  async function putParts(key: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const begun = await call({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun.text)?.[1] ?? ''
    try {
      const named: string[] = []
      for await (const body of parts) {
        const partNumber = String(named.length + 1)
        const query = { partNumber, uploadId }
        const { reply } = await call({
          method: 'PUT',
          key,
          query,
          body,
          withinMs: partWithinMs,
        })
        const etag = reply.headers.get('etag') ?? ''
        named.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`)
      }
      const body = Buffer.from(
        `<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`,
      )
      const ended = await call({ method: 'POST', key, query: { uploadId }, body })
      // S3 answers 200 before it has put the parts together, and may say afterwards that it could not.
      const fault = /<Error>.*?<Code>(\w+)<\/Code>/s.exec(ended.text)?.[1]
      if (fault) throw new BackupFault(`The bucket did not put ${key} together: ${fault}.`)
    } catch (error) {
      // Parts that stay are paid for.
      await call({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
      throw error
    }
  }

  /** Whole in memory: whoever reads slowly must not keep a connection waiting. */
  async function getPart(key: string, from: number) {
    const range = `bytes=${from}-${from + partBytes - 1}`
    const withinMs = partWithinMs
    const { reply, bytes } = await send({ method: 'GET', key, headers: { range }, withinMs })
    if (reply.status === 404) return undefined
    if (reply.status === beyondEnd) return { bytes: Buffer.alloc(0), total: 0 }
    const total = /\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1]
    return { bytes, total: total === undefined ? bytes.length : Number(total) }
  }

  async function* allParts(
    key: string,
    { bytes, total }: { bytes: Buffer; total: number },
  ): AsyncGenerator<Buffer> {
    yield bytes
    for (let from = bytes.length; from < total; ) {
      const part = await getPart(key, from)
      if (!part || part.bytes.length === 0) throw new BackupFault(`${key} ended too soon.`)
      yield part.bytes
      from += part.bytes.length
    }
  }

  return {
    async list(prefix) {
      const found: StoredObject[] = []
      let token: string | undefined
      do {
        const { text } = await call({
          method: 'GET',
          key: '',
          query: {
            'list-type': '2',
            prefix: `${settings.prefix}${prefix}`,
            ...(token && { 'continuation-token': token }),
          },
        })
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = /<Key>([^<]+)<\/Key>/.exec(entry)?.[1] ?? ''
          const bytes = Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1])
          found.push({ key: key.slice(settings.prefix.length), bytes })
        }
        token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1]
      } while (token !== undefined)
      return found
    },

    async put(key, content) {
      const parts = partsOf(content)
      const first = await parts.next()
      const body = first.value ?? Buffer.alloc(0)
      if (body.length < partBytes) {
        await call({ method: 'PUT', key, body, withinMs: partWithinMs })
        return
      }
      await putParts(key, andThen(body, parts))
    },

    async get(key) {
      const first = await getPart(key, 0)
      if (!first) return undefined
      return Readable.from(allParts(key, first), { objectMode: false })
    },

    async remove(key) {
      await call({ method: 'DELETE', key })
    },
  }
}

/** Pieces of one size; the last may be shorter. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    kept.push(chunk)
    size += chunk.length
    while (size >= partBytes) {
      const whole = Buffer.concat(kept)
      yield whole.subarray(0, partBytes)
      kept = [whole.subarray(partBytes)]
      size -= partBytes
    }
  }
  if (size > 0) yield Buffer.concat(kept)
  return undefined
}

async function* andThen(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
