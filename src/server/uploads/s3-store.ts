import { Readable } from 'node:stream'
import type { BucketSettings } from '../config-reader.ts'
import { ShopError } from '../http/shop-error.ts'
import { assertPictureFile, probeFiles } from './picture-name.ts'
import { createS3Request } from './s3-request.ts'
import type { PictureStore } from './store.ts'

const isReading = new Set(['GET', 'HEAD'])
/** A service that may not list its keys answers 403 for one that it does not have. */
const absent = new Set([403, 404])

const probeFile = probeFiles.shop

export function createS3Store(bucket: BucketSettings): PictureStore {
  const request = createS3Request(bucket)

  async function send(
    key: string,
    parts: {
      method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
      headers?: Record<string, string>
      body?: Uint8Array
    },
  ): Promise<Response> {
    const { method } = parts
    const reply = await request({ key, ...parts }).catch((cause: unknown) => {
      throw new ShopError('UNAVAILABLE', { retryAfter: 5, cause })
    })
    if (reply.ok || (isReading.has(method) && absent.has(reply.status))) return reply
    const cause = new Error(
      `The bucket answered ${reply.status} to ${method} ${new URL(reply.url).pathname}`,
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
