import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isSigned, type Keys } from './signature.ts'

export interface TryOutBucket extends Keys {
  /** `http://127.0.0.1:port`. */
  endpoint: string
  name: string
  region: string
  /** Stored content, by key. */
  objects: Map<string, Buffer>
  /** While it is true, every call is answered 503. */
  isDown: boolean
  /** Keys of one page of a list. */
  pageSize: number
  close(): Promise<void>
}

/** A bucket that speaks the part of S3 that the shop uses, in memory, with signatures verified. */
export async function startBucket(port = 0): Promise<TryOutBucket> {
  const server = createServer((request, response) => {
    answer(bucket, parts, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const parts = new Map<string, Map<number, Buffer>>()
  const bucket: TryOutBucket = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    name: 'shop-backups',
    region: 'ap-try-1',
    accessKeyId: 'TRYOUTKEY',
    secretAccessKey: 'try-out/secret+key',
    objects: new Map(),
    isDown: false,
    pageSize: 1_000,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return bucket
}

async function answer(
  bucket: TryOutBucket,
  uploads: Map<string, Map<number, Buffer>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '' } = request
  const body = await buffer(request)
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(xml(`<Error><Code>${code}</Code></Error>`))
  if (bucket.isDown) return void refuse(503, 'ServiceUnavailable')
  // S3 takes no body of unknown length.
  if (method === 'PUT' && request.headers['content-length'] === undefined) {
    return void refuse(411, 'MissingContentLength')
  }
  if (!isSigned(request, body, bucket)) return void refuse(403, 'SignatureDoesNotMatch')
  const { pathname, searchParams } = new URL(url, bucket.endpoint)
  const [, name, ...rest] = pathname.split('/')
  if (name !== bucket.name) return void refuse(404, 'NoSuchBucket')
  const key = rest.map(decodeURIComponent).join('/')
  if (key === '' && method === 'GET') return void response.end(list(bucket, searchParams))
  const uploadId = searchParams.get('uploadId')
  if (method === 'POST' && searchParams.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, new Map())
    return void response.end(
      xml(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      ),
    )
  }
  if (uploadId !== null) {
    const upload = uploads.get(uploadId)
    if (!upload) return void refuse(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.set(Number(searchParams.get('partNumber')), body)
      return void response.writeHead(200, { etag: `"${upload.size}-part"` }).end()
    }
    uploads.delete(uploadId)
    if (method === 'DELETE') return void response.writeHead(204).end()
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)]
    const found = named.map(([, number]) => upload.get(Number(number)))
    if (found.length === 0 || found.includes(undefined)) return void refuse(400, 'InvalidPart')
    bucket.objects.set(key, Buffer.concat(found as Buffer[]))
    return void response.end(xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>'))
  }
  const found = bucket.objects.get(key)
  if (method === 'PUT') {
    bucket.objects.set(key, body)
    response.writeHead(200).end()
  } else if (method === 'DELETE') {
    bucket.objects.delete(key)
    response.writeHead(204).end()
  } else if (!found) {
    refuse(404, 'NoSuchKey')
  } else {
    const part = rangeOf(request.headers.range, found)
    if (!part) return void refuse(416, 'InvalidRange')
    response.writeHead(part.status, { ...part.headers, 'content-length': part.bytes.length })
    response.end(method === 'GET' ? part.bytes : undefined)
  }
}

/** Undefined: it begins beyond the end. */
function rangeOf(range: string | undefined, found: Buffer) {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (from === undefined) return { status: 200, headers: {}, bytes: found }
  const bytes = found.subarray(Number(from), Number(to) + 1)
  if (bytes.length === 0) return undefined
  const last = Number(from) + bytes.length - 1
  return {
    status: 206,
    headers: { 'content-range': `bytes ${from}-${last}/${found.length}` },
    bytes,
  }
}

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`

/** ListObjectsV2. */
function list({ objects, pageSize }: TryOutBucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, pageSize)
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
  )
  const isWhole = page.length === keys.length
  const next = isWhole ? '' : `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
  return xml(
    `<ListBucketResult><IsTruncated>${!isWhole}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}
