import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Article, ArticleInput as articleSchema } from '#contract/articles.schema.ts'
import type { ArticleInput } from '#contract/articles.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { sanitizeDescription } from '../catalog/description.ts'
import { storedPicture } from '../catalog/picture-address.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { changedColumns } from '../input/changed-columns.ts'
import { parseBoolean, readText } from '../input/coerced-values.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import { archiveArticleRow, insertArticle, lockArticle, updateArticle } from './articles.queries.ts'

const knownKeys = Object.keys({ ...Article.properties, ...articleSchema.properties })
const fieldOf = { tags: 'tag', createAt: 'create_at', dated: 'create_at' }

export function createArticle(
  db: NodePgDatabase,
  actor: StaffActor,
  input: ArticleInput,
  ownAddress: string,
): Promise<void> {
  const given = readInput(input, ownAddress)
  const row = {
    description: '',
    image: '',
    tags: [],
    ...datedAt(null),
    ...given,
    id: createId(),
  }
  return transaction(db, async (tx) => {
    await insertArticle(tx, row)
    await recordAudit(tx, actor, {
      action: 'article.create',
      subject: subjectOf(row),
      after: given,
    })
  })
}

/** Changes what the input names; keys of its own that it does not name stay. */
export function changeArticle(
  db: NodePgDatabase,
  actor: StaffActor,
  article: { id: string; input: ArticleInput },
  ownAddress: string,
): Promise<void> {
  const given = readInput(article.input, ownAddress)
  return transaction(db, async (tx) => {
    const known = await lockArticle(tx, article.id)
    if (!known) throw new ShopError('ARTICLE_NOT_FOUND')
    const extra = unknownProperties({ ...known.extra, ...given.extra }, [])
    const columns = changedColumns(given, article.input.changed_fields, fieldOf)
    const { before, after, isChanged } = changedFields(known, { ...columns, extra })
    if (!isChanged) return
    await updateArticle(tx, article.id, after)
    await recordAudit(tx, actor, {
      action: 'article.update',
      subject: subjectOf(known),
      before,
      after,
    })
  })
}

export function archiveArticle(db: Transaction, actor: StaffActor, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const row = await archiveArticleRow(tx, id, actor)
    if (!row) throw new ShopError('ARTICLE_NOT_FOUND')
    await recordAudit(tx, actor, { action: 'article.archive', subject: subjectOf(row) })
  })
}

function subjectOf({ id, title }: { id: string; title: string }) {
  return { kind: 'article', id, title }
}

function readInput(input: ArticleInput, ownAddress: string) {
  const { description, image, tag, create_at: createAt } = input
  return {
    title: readText(input.title, 'title'),
    author: readText(input.author, 'author'),
    content: sanitizeDescription(readText(input.content, 'content')),
    isPublic: parseBoolean(input.isPublic),
    extra: unknownProperties(input, knownKeys),
    ...(description !== undefined && { description: description.trim() }),
    ...(image !== undefined && { image: storedPicture(image, 'image', ownAddress) }),
    ...(tag !== undefined && { tags: tag.map((one) => readText(one, 'tag')) }),
    ...(createAt !== undefined && datedAt(createAt)),
  }
}

/** A time of the contract, or of now, with its instant: in seconds below 1e11, else in milliseconds. */
function datedAt(given: number | null) {
  const createAt = given ?? Math.floor(Date.now() / 1000)
  return { createAt, dated: new Date(createAt < 1e11 ? createAt * 1000 : createAt) }
}
