import type { InfoPage } from '#contract/info-pages.ts'
import { shownHtml } from '../catalog/description.ts'
import type { Db } from '../db/connect.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { inReadersLanguage } from '../http/readers-texts.ts'
import { ShopError } from '../http/shop-error.ts'
import { findPageBySlug, type InfoPageRow, listPagesOnProducts } from './info-pages.queries.ts'

/** A public page, or the draft whose link has this word; throws PAGE_NOT_FOUND. */
export async function readInfoPage(
  db: Db,
  { slug, preview, own }: { slug: string; preview: string | undefined; own: string },
): Promise<{ page: InfoPage }> {
  const row = await findPageBySlug(db, slug)
  if (!row || !(row.isPublic || row.preview === preview)) throw new ShopError('PAGE_NOT_FOUND')
  return { page: toInfoPage(row, own) }
}

/** The public pages that the page of every product shows. */
export async function readPagesOnProducts(db: Db, own: string): Promise<{ pages: InfoPage[] }> {
  return { pages: (await listPagesOnProducts(db)).map((row) => toInfoPage(row, own)) }
}

function toInfoPage(row: InfoPageRow, own: string): InfoPage {
  const shown = inReadersLanguage(row)
  return { ...toListedPage(shown), content: shownHtml(shown.content, own) }
}

export function toListedPage(row: Omit<InfoPageRow, 'content'>) {
  const { id, title, slug, isPublic, changedAt } = row
  return { id, title, slug, is_public: isPublic, changed_at: toEpochSeconds(changedAt) }
}
