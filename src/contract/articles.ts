import type { Static } from 'typebox'
import type * as schema from './articles.schema.ts'
import { endpoint } from './endpoint.ts'

export type Article = Static<typeof schema.Article>
export type ListedArticle = Static<typeof schema.list.reply>['articles'][number]
export type ArticleInput = Static<typeof schema.ArticleInput>

export const articleApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/articles',
    caller: 'anyone',
    shows: ['article'],
    summary: 'One page of the public announcements, newest first',
  }),
  detail: endpoint<typeof schema.detail>({
    method: 'GET',
    path: '{shop}/article/:id',
    caller: 'anyone',
    shows: ['article'],
    summary: 'A public announcement with its content',
  }),
}

export const adminArticleApi = {
  list: endpoint<typeof schema.adminList>({
    method: 'GET',
    path: '{shop}/admin/articles',
    caller: 'admin',
    permission: 'catalog.read',
    shows: ['article'],
    summary: 'One page of all announcements, newest first',
  }),
  detail: endpoint<typeof schema.adminDetail>({
    method: 'GET',
    path: '{shop}/admin/article/:id',
    caller: 'admin',
    permission: 'catalog.read',
    shows: ['article'],
    summary: 'An announcement with its content',
  }),
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/article',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'article.create',
    summary: 'Create an announcement',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/article/:id',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'article.update',
    summary: 'Change an announcement',
  }),
  remove: endpoint<typeof schema.remove>({
    method: 'DELETE',
    path: '{shop}/admin/article/:id',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'article.archive',
    summary: 'Delete an announcement',
    ignoresBody: true,
  }),
}

/** The texts of the tags, to be read: of other JSON those that stand in it as text. */
export function tagTexts(tag: unknown): string[] {
  const list = Array.isArray(tag) ? tag : [tag]
  return list.flatMap((one: unknown) => {
    const text = typeof one === 'object' && one !== null ? (one as { text?: unknown }).text : one
    return (typeof text === 'string' && text.trim() !== '') || typeof text === 'number'
      ? [String(text)]
      : []
  })
}
