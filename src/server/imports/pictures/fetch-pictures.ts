import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { lockProduct } from '../../catalog/admin-catalog.queries.ts'
import { picturesElsewhere, replacePictures } from '../../catalog/replace-pictures.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { findExportedProducts } from '../../exports/product-export.ts'
import type { StaffActor } from '../../http/actor.ts'
import type { FetchFailure, FetchReply } from '../../http/fetch-public.ts'
import { fetchPublic } from '../../http/fetch-public.ts'
import { ShopError } from '../../http/shop-error.ts'
import { defineJob, type JobAttempt } from '../../jobs/define-job.ts'
import type { JobSender, Jobs } from '../../jobs/jobs.ts'
import { createPicture } from '../../uploads/picture.ts'
import type { PictureStore } from '../../uploads/store.ts'
import { storeFiles } from '../../uploads/store-files.ts'
import { productVersion } from '../product-import.ts'
import {
  endPicture,
  insertPictures,
  listWaitingPictures,
  lockEntryOf,
  type PicturesOf,
  writeEntryVersion,
} from './imported-pictures.queries.ts'

/** The pictures of one product of another shop. */
const fetchPicturesJob = defineJob<PicturesOf>({
  name: 'import.fetch-pictures',
  retryWaits: [60, 10 * 60, 60 * 60],
  timeoutSeconds: 10 * 60,
})

interface FetchPicturesDeps {
  db: NodePgDatabase
  pictures: Pick<PictureStore, 'has' | 'put'>
  /** Absent: from public networks alone. */
  fetchPicture?: (address: string) => Promise<FetchReply | FetchFailure>
}

const limits = { timeoutMs: 20_000, maxBytes: 10 * 1024 * 1024 }
/** Some servers call every file a stream of bytes; the bytes are judged in any case. */
const pictureTypes = /^(?:image\/|application\/octet-stream|binary\/octet-stream|$)/i

const byImport = { kind: 'command', name: '匯入圖片' } as const satisfies StaffActor

export function registerPictures(jobs: Jobs, deps: FetchPicturesDeps): void {
  jobs.register(fetchPicturesJob, (of, attempt) => fetchPictures(deps, of, attempt))
}

/** Notes the pictures elsewhere of a product that an import has made, and has them fetched. */
export async function notePictures(
  jobs: Pick<JobSender, 'send'>,
  tx: Transaction,
  of: PicturesOf,
): Promise<void> {
  const [product] = await findExportedProducts(tx, [of.productId])
  const addresses = product ? picturesElsewhere(product) : []
  if (addresses.length === 0) return
  await insertPictures(tx, of, addresses)
  await jobs.send(tx, fetchPicturesJob, of)
}

/**
 * Brings the pictures of a product here, one after the other, and shows those in its place that came.
 * A picture that may come later is tried again by the next attempt.
 */
export async function fetchPictures(
  deps: FetchPicturesDeps,
  of: PicturesOf,
  { signal, isLast }: Pick<JobAttempt, 'signal' | 'isLast'>,
): Promise<void> {
  const { db } = deps
  let passing = 0
  const isGone = (await productVersion(db, of.productId)) === null
  for (const address of await listWaitingPictures(db, of)) {
    if (!isLast) signal.throwIfAborted()
    if (isGone || signal.aborted) {
      const reason = isGone ? '商品已刪除' : '等候過久'
      await endPicture(db, of, { address, state: 'failed', reason })
      continue
    }
    const fetched = await fetchOne(deps, address)
    if ('name' in fetched) await show(db, of, address, fetched.name)
    else if (fetched.type === 'passing' && !isLast) passing++
    else await endPicture(db, of, { address, state: 'failed', reason: fetched.reason })
  }
  if (passing > 0) throw new Error(`${passing} pictures could not be fetched yet`)
}

async function fetchOne(
  { pictures, fetchPicture = (address) => fetchPublic(address, limits) }: FetchPicturesDeps,
  address: string,
): Promise<{ name: string } | FetchFailure> {
  const reply = await fetchPicture(address)
  if (reply.type !== 'reply') return reply
  if (!pictureTypes.test(reply.contentType)) return { type: 'refused', reason: '不是圖片' }
  try {
    const picture = await createPicture(reply.body, address.split('/').at(-1))
    await storeFiles(pictures, picture.files)
    return { name: picture.name }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const reason = [error.reply.message].flat().join('、')
    return { type: error.status < 500 ? 'refused' : 'passing', reason }
  }
}

/** Shows a stored picture, so that an undo of the import still finds the product as it made it. */
async function show(
  db: NodePgDatabase,
  of: PicturesOf,
  address: string,
  name: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const entry = await lockEntryOf(tx, of)
    // Nobody changes the product between the two versions.
    await lockProduct(tx, of.productId)
    const before = await productVersion(tx, of.productId)
    await replacePictures(tx, byImport, of.productId, new Map([[address, `/uploads/${name}`]]))
    const after = await productVersion(tx, of.productId)
    if (entry && after !== null && entry.undo?.after === before) {
      await writeEntryVersion(tx, { runId: of.runId, position: entry.position }, after)
    }
    await endPicture(tx, of, { address, state: 'done' })
  })
}
