import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import * as settingsSchema from '#contract/settings.schema.ts'
import * as schema from '#contract/uploads.schema.ts'
import { uploadApi } from '#contract/uploads.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { actorKey, type StaffActor } from '../http/actor.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { whenClientLeaves } from '../input/client-leaves.ts'
import { createSemaphore } from '../limits/semaphore.ts'
import { createLogo } from './logo.ts'
import { createPicture, type Picture } from './picture.ts'
import { createPictureCache } from './picture-cache.ts'
import { formatOfPictureFile } from './picture-name.ts'
import type { PictureStore } from './store.ts'
import { storeFiles } from './store-files.ts'

interface UploadDeps {
  config: Config
  db: Db
  pictures: PictureStore
}

/** Of a request by staff. */
interface UploadContext {
  actor: StaffActor
  request: FastifyRequest
  reply: FastifyReply
  confirmCaller: () => Promise<void>
}

const maxOpenUploads = 6
/** One is left to others; clients may send all pictures of a product at once. */
const maxOpenUploadsOfAccount = 5
/** A file that is too large is read this far, so that the client receives the error. */
const maxReceived = 50 * 1024 * 1024

const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}

export async function uploadRoutes(
  app: FastifyInstance,
  mount: Mount,
  { config, db, pictures }: UploadDeps,
): Promise<void> {
  // An open upload costs memory, decoding its picture costs a processor.
  const withUploadSlot = createSemaphore({
    name: 'upload',
    concurrency: maxOpenUploads,
    maxWaiting: 0,
    perKey: maxOpenUploadsOfAccount,
  })
  const withDecodingSlot = createSemaphore({
    name: 'decoding',
    concurrency: 1,
    maxWaiting: maxOpenUploads,
  })

  /** Receives the one file of a request and stores what `create` makes of it; answers its name. */
  async function receive(
    { actor, request, reply, confirmCaller }: UploadContext,
    create: (bytes: Buffer, fileName: string) => Promise<Picture>,
  ): Promise<string> {
    try {
      return await withUploadSlot(async () => {
        const { bytes, fileName } = await readOneFile(request)
        await confirmCaller()
        const picture = await withDecodingSlot(() => create(bytes, fileName))
        await storeFiles(pictures, picture.files)
        const subject = { kind: 'picture', id: picture.name, title: picture.name }
        await recordAudit(db, actor, { action: 'picture.upload', subject })
        return picture.name
      }, actorKey(actor))
    } catch (error) {
      // The rest of the body is not read.
      reply.header('Connection', 'close')
      throw error
    }
  }

  mount(uploadApi.upload, schema.upload, async (_, context) => {
    const name = await receive(context, createPicture)
    return { imageUrl: `${baseUrl(context.request, config)}/uploads/${name}` }
  })
  // A path, since it stands in the settings: a shop may get another address.
  mount(adminSettingsApi.uploadLogo, settingsSchema.uploadLogo, async (_, context) => ({
    logo: `/uploads/${await receive(context, createLogo)}`,
  }))

  const cache = createPictureCache(pictures)
  app.get<{ Params: { file: string } }>(
    '/uploads/:file',
    { schema: { hide: true }, compress: false },
    async (request, reply) => {
      const { file } = request.params
      const extension = formatOfPictureFile(file)
      const stored = extension && (await cache.open(file))
      if (!stored) throw new ShopError('UNKNOWN_PATH')
      reply.headers({
        'Content-Type': contentTypes[extension],
        'Content-Length': Buffer.isBuffer(stored) ? stored.length : stored.size,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      return reply.send(Buffer.isBuffer(stored) ? stored : stored.stream)
    },
  )
}

/** The one file of a form, whatever its field is called; its name is for people alone, and its type is not trusted. */
async function readOneFile(request: FastifyRequest): Promise<{ bytes: Buffer; fileName: string }> {
  if (!request.isMultipart()) throw new ShopError('UPLOAD_NOT_A_PICTURE')
  let bytes: Buffer | undefined
  let fileName = ''
  let open: Readable | undefined
  let received = 0
  request.raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > maxReceived) open?.destroy(new ShopError('UPLOAD_TOO_LARGE'))
  })
  async function readParts(): Promise<void> {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (bytes) throw new ShopError('UPLOAD_NOT_A_PICTURE')
      open = part.file
      fileName = part.filename ?? ''
      bytes = await part.toBuffer()
    }
  }
  try {
    await Promise.race([readParts(), whenClientLeaves(request.raw)])
  } catch (error) {
    throw toUploadError(error)
  }
  if (!bytes || bytes.length === 0) throw new ShopError('UPLOAD_NOT_A_PICTURE')
  return { bytes, fileName }
}

function toUploadError(error: unknown): ShopError {
  if (error instanceof ShopError) return error
  const { statusCode } = error as { statusCode?: number }
  return new ShopError(statusCode === 413 ? 'UPLOAD_TOO_LARGE' : 'UPLOAD_NOT_A_PICTURE', {
    cause: error,
  })
}
