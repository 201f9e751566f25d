import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { BucketSettings } from '../config-reader.ts'
import { ShopError } from '../http/shop-error.ts'
import { assertPictureFile, probeFiles } from './picture-name.ts'
import type { PictureStore } from './store.ts'

/** Until a reply begins: its body takes as long as the phone that it is for. */
const timeoutMs = 20_000
const isReading = new Set(['GET', 'HEAD'])
/** A service that may not list its keys answers 403 for one that it does not have. */
const absent = new Set([403, 404])

const probeFile = probeFiles.shop

/** The bucket is the first step of the path, which every such service understands. */
export function createS3Store(bucket: BucketSettings): PictureStore {
  const { region, accessKeyId, secretAccessKey } = bucket
  const client = new AwsClient({ service: 's3', region, accessKeyId, secretAccessKey })

  async function send(
    key: string,
    request: {
      method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
      headers?: Record<string, string>
      body?: Uint8Array
    },
  ): Promise<Response> {
    const { method, body } = request
    const url = `${bucket.endpoint}/${bucket.name}/${bucket.prefix}${key}`
    // The library would leave the body out of the signature.
    const bodyHash = hash('sha256', body ?? '')
    const { headers } = await client.sign(url, {
      method,
      headers: { ...request.headers, 'x-amz-content-sha256': bodyHash },
    })
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    // Sent with `fetch` and not as the signed Request, whose body would lose its length.
    const reply = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: timeout.signal,
      ...(body && { body: Uint8Array.from(body) }),
    })
      .catch((cause: unknown) => {
        throw new ShopError('UNAVAILABLE', { retryAfter: 5, cause })
      })
      .finally(() => clearTimeout(timer))
    if (reply.ok || (isReading.has(method) && absent.has(reply.status))) return reply
    const cause = new Error(
      `The bucket answered ${reply.status} to ${method} ${new URL(url).pathname}`,
    )
    await reply.body?.cancel()
    throw new ShopError('UNAVAILABLE', { retryAfter: 5, cause })
  }

  const store: PictureStore = {
    has: async (name) => (await send(name, { method: 'HEAD' })).ok,

    async put({ name, bytes }) {
      assertPictureFile(name)
      const headers = { 'cache-control': 'public, max-age=31536000, immutable' }
      const reply = await send(name, { method: 'PUT', headers, body: bytes })
      await reply.body?.cancel()
    },

    async open(name) {
      const reply = await send(name, { method: 'GET' })
      if (!reply.ok || !reply.body) {
        await reply.body?.cancel()
        return undefined
      }
      const size = Number(reply.headers.get('content-length'))
      return { size, stream: Readable.fromWeb(reply.body) }
    },

    async remove(name) {
      const reply = await send(name, { method: 'DELETE' })
      await reply.body?.cancel()
    },

    async probe() {
      await store.put({ name: probeFile, bytes: Buffer.from('probe') })
      const isRead = await store.has(probeFile)
      await store.remove(probeFile).catch(() => undefined)
      if (!isRead) throw new ShopError('UNAVAILABLE', { retryAfter: 5 })
    },
  }
  return store
}
