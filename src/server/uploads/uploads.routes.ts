import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as schema from '#contract/uploads.schema.ts'
import { uploadApi } from '#contract/uploads.ts'
import type { Config } from '../config.ts'
import type { Mount } from '../http/mount.ts'
import { ownAddress } from '../http/own-address.ts'
import { ShopError } from '../http/shop-error.ts'
import { createTurns } from '../http/turns.ts'
import { makePicture } from './picture.ts'
import type { PictureStore } from './picture-store.ts'

interface UploadDeps {
  config: Config
  pictures: PictureStore
}

const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}
const fileName = /^[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}(-[0-9]{1,4})?\.(jpg|webp|avif)$/

export async function uploadRoutes(
  app: FastifyInstance,
  mount: Mount,
  { config, pictures }: UploadDeps,
): Promise<void> {
  const turns = createTurns({ concurrency: 1, maxWaiting: 10 })

  mount(uploadApi.upload, schema.upload, async (_, { request }) => {
    const bytes = await readOneFile(request)
    const picture = await turns(() => makePicture(bytes))
    for (const file of picture.files) {
      if (!(await pictures.has(file.name))) await pictures.put(file)
    }
    return { imageUrl: `${ownAddress(request, config)}/uploads/${picture.name}` }
  })

  app.get<{ Params: { file: string } }>(
    '/uploads/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params
      const extension = fileName.exec(file)?.[2]
      const stored = extension && (await pictures.open(file))
      if (!stored) throw new ShopError('UNKNOWN_PATH')
      reply.headers({
        'Content-Type': contentTypes[extension],
        'Content-Length': stored.size,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      return reply.send(stored.stream)
    },
  )
}

/** The one file of a form, whatever its field is called; its name and type are not believed. */
async function readOneFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new ShopError('UPLOAD_NOT_A_PICTURE')
  let bytes: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (bytes) throw new ShopError('UPLOAD_NOT_A_PICTURE')
      bytes = await part.toBuffer()
    }
  } catch (error) {
    throw asUploadFault(error)
  }
  if (!bytes || bytes.length === 0) throw new ShopError('UPLOAD_NOT_A_PICTURE')
  return bytes
}

function asUploadFault(error: unknown): ShopError {
  if (error instanceof ShopError) return error
  const { statusCode } = error as { statusCode?: number }
  return new ShopError(statusCode === 413 ? 'UPLOAD_TOO_LARGE' : 'UPLOAD_NOT_A_PICTURE', {
    cause: error,
  })
}
