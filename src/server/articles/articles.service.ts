import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Article, ArticleInput as articleSchema, maxTime } from '#contract/articles.schema.ts'
import type { ArticleInput } from '#contract/articles.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { storedHtml } from '../catalog/description.ts'
import { storedPicture } from '../catalog/picture-address.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { changedColumns } from '../input/changed-columns.ts'
import { fieldError, parseBoolean, readText } from '../input/coerced-values.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import {
  type ArticleRow,
  archiveArticleRow,
  insertArticle,
  lockArticle,
  updateArticle,
} from './articles.queries.ts'

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
    const columns = changedColumns(given, article.input.changed_fields, fieldOf)
    const extra = extraOf(known, given, columns.tags !== undefined)
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

/** A tag that is no list of texts stands as `tag` among the keys of the client's own. */
function extraOf(known: ArticleRow, { extra: given }: Given, changesTag: boolean) {
  const { tag: knownTag, ...others } = known.extra
  const { tag: givenTag, ...ownKeys } = given
  const tag = changesTag ? givenTag : knownTag
  return { ...unknownProperties({ ...others, ...ownKeys }, []), ...(tag !== undefined && { tag }) }
}

type Given = ReturnType<typeof readInput>

/** Texts without the space around them; undefined for other JSON. */
function readTexts(tag: unknown): string[] | undefined {
  if (tag === null) return []
  if (!Array.isArray(tag) || !tag.every((one) => typeof one === 'string')) return undefined
  return tag.map((one) => one.trim()).filter((one) => one !== '')
}

/** A number of the contract, also as text, or what a date as text says, in milliseconds. */
function readTime(given: number | string | null): number | null {
  if (typeof given !== 'string') return given
  const text = given.trim()
  if (text === '') return null
  const isDate = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}/.test(text)
  const time = isDate ? Date.parse(text) : Number(text)
  if (time >= 1 && time <= maxTime) return time
  throw fieldError('create_at', 'create_at 格式有誤')
}

function readInput(input: ArticleInput, ownAddress: string) {
  const { description, image, tag, create_at: createAt } = input
  const tags = readTexts(tag)
  // Tags in their own column are bounded as other keys are: this throws beyond the bounds.
  if (tags) unknownProperties({ tags }, [])
  return {
    title: readText(input.title, 'title'),
    author: readText(input.author, 'author'),
    content: storedHtml(readText(input.content, 'content')),
    isPublic: parseBoolean(input.isPublic),
    extra: {
      ...unknownProperties(input, knownKeys),
      ...(tag !== undefined && !tags && unknownProperties({ tag }, [])),
    } as Record<string, unknown>,
    ...(description !== undefined && { description: description.trim() }),
    ...(image !== undefined && { image: storedPicture(image, 'image', ownAddress) }),
    ...(tag !== undefined && { tags: tags ?? [] }),
    ...(createAt !== undefined && datedAt(readTime(createAt))),
  }
}

/** A time of the contract, or of now, with its instant: in seconds below 1e11, else in milliseconds. */
function datedAt(given: number | null) {
  const createAt = given ?? Math.floor(Date.now() / 1000)
  return { createAt, dated: new Date(createAt < 1e11 ? createAt * 1000 : createAt) }
}
