import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/english-texts.schema.ts'
import {
  type EnglishKind,
  type EnglishTextsInput,
  englishTextsApi,
} from '#contract/english-texts.ts'
import type { EnglishTexts } from '#contract/language.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import { shownHtml, storedHtml } from '../catalog/description.ts'
import { writeProductTerms } from '../catalog/product-terms.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { articles } from '../db/tables/articles.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { products } from '../db/tables/catalog.ts'
import { infoPages } from '../db/tables/info-pages.ts'
import { transaction } from '../db/transaction.ts'
import { requirePermission } from '../http/actor.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'

const tables = {
  product: products,
  campaign: campaigns,
  page: infoPages,
  article: articles,
} as const

const missing = {
  product: 'PRODUCT_NOT_FOUND',
  campaign: 'CAMPAIGN_NOT_FOUND',
  page: 'PAGE_NOT_FOUND',
  article: 'ARTICLE_NOT_FOUND',
} as const

/** The fields of each kind; those with markup are kept and shown like the Chinese ones. */
const fields: Record<EnglishKind, readonly (keyof EnglishTexts)[]> = {
  product: ['title', 'content', 'description'],
  campaign: ['title', 'description'],
  page: ['title', 'content'],
  article: ['title', 'description', 'content'],
}
const markup: Record<EnglishKind, keyof EnglishTexts | undefined> = {
  product: 'description',
  campaign: undefined,
  page: 'content',
  article: 'content',
}

interface EnglishTextsDeps {
  config: Config
  db: NodePgDatabase
  catalog: Pick<CatalogCache, 'clear'>
}

export function englishTextsRoutes(mount: Mount, deps: EnglishTextsDeps): void {
  const { config, db, catalog } = deps

  mount(
    englishTextsApi.read,
    schema.read,
    async ({ params: { subject: kind, id } }, { request }) => {
      const row = await findTexts(db, kind, id)
      const own = baseUrl(request, config)
      return { texts: withMarkup(kind, row.english ?? {}, (html) => shownHtml(html, own)) }
    },
  )

  mount(
    englishTextsApi.update,
    schema.update,
    async ({ params: { subject: kind, id }, data }, { actor }) => {
      if (kind === 'campaign') requirePermission(actor, 'campaign.write')
      const english = withMarkup(kind, writtenTexts(kind, data), storedHtml)
      await transaction(db, async (tx) => {
        const { title, english: before } = await findTexts(tx, kind, id)
        await tx.update(tables[kind]).set({ english }).where(eq(tables[kind].id, id))
        if (kind === 'product') await writeProductTerms(tx, [id])
        await recordAudit(tx, actor, {
          action: 'english.update',
          subject: { kind, id, title },
          before: { english: before },
          after: { english },
        })
      })
      catalog.clear()
      return { message: '已更新英文' }
    },
  )
}

/** Throws for what does not exist. */
async function findTexts(db: Db, kind: EnglishKind, id: string) {
  const { title, english, id: idColumn } = tables[kind]
  const [row] = await db.select({ title, english }).from(tables[kind]).where(eq(idColumn, id))
  if (!row) throw new ShopError(missing[kind])
  return row
}

/** Without the empty ones. */
function writtenTexts(kind: EnglishKind, data: EnglishTextsInput): EnglishTexts {
  return Object.fromEntries(
    fields[kind].flatMap((field) => {
      const text = data[field]?.trim()
      return text ? [[field, text]] : []
    }),
  )
}

function withMarkup(
  kind: EnglishKind,
  texts: EnglishTexts,
  convert: (html: string) => string,
): EnglishTexts {
  const field = markup[kind]
  const html = field && texts[field]
  return html ? { ...texts, [field]: convert(html) } : texts
}
