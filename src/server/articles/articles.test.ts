import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { articles } from '../db/tables/articles.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
let guest: Visitor
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  guest = shop.guest()
})
afterAll(() => shop.close())
beforeEach(() => shop.database.db.delete(articles))

const article = {
  title: '年節出貨公告',
  description: '除夕前最後出貨日',
  image: 'https://pictures.example/new-year.jpg',
  tag: ['出貨'],
  create_at: 1_700_000_000,
  author: '店主',
  isPublic: true,
  content: '<p>除夕前三天最後出貨</p>',
}

async function create(values: object = {}): Promise<string> {
  expect((await admin.post('/admin/article', { ...article, ...values })).body).toEqual({
    success: true,
    message: '已建立文章',
  })
  const rows = await shop.database.db.select().from(articles).orderBy(articles.id)
  return rows.at(-1)?.id ?? ''
}
const titles = ({ body }: { body: { articles: { title: string }[] } }) =>
  body.articles.map(({ title }) => title)

describe('the lists', () => {
  it('answer ten a page, newest first by create_at, without content (ARTICLE-01)', async () => {
    for (let n = 1; n <= 10; n++)
      await create({ title: `第 ${n} 則`, create_at: 1_700_000_000 + n })
    await create({ title: '毫秒', create_at: 1_800_000_000_000 })
    await create({ title: '最舊', create_at: 1_600_000_000 })
    const first = await guest.get('/articles?page=1')
    expect(titles(first)).toEqual([
      '毫秒',
      ...[10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `第 ${n} 則`),
    ])
    expect(first.body.pagination).toMatchObject({ total_pages: 2, has_next: true })
    expect(first.body.messages).toEqual([])
    expect(first.body.articles[0]).toEqual({
      id: expect.any(String),
      num: expect.any(Number),
      title: '毫秒',
      description: article.description,
      image: article.image,
      tag: ['出貨'],
      create_at: 1_800_000_000_000,
      author: '店主',
      isPublic: true,
    })
    expect(titles(await guest.get('/articles?page=2'))).toEqual(['第 1 則', '最舊'])
    expect((await guest.get('/articles?page=x')).status).toBe(400)
  })

  it('know public ones only on the storefront, all in the back office (ARTICLE-03)', async () => {
    const id = await create({ title: '草稿', isPublic: false })
    expect(titles(await guest.get('/articles'))).toEqual([])
    expect((await guest.get(`/article/${id}`)).status).toBe(404)
    expect(titles(await admin.get('/admin/articles'))).toEqual(['草稿'])
    expect((await admin.get(`/admin/article/${id}`)).body.article.isPublic).toBe(false)
    await admin.put(`/admin/article/${id}`, { ...article, isPublic: true })
    expect((await guest.get(`/article/${id}`)).status).toBe(200)
  })
})

describe('one announcement', () => {
  it('is answered with its content; an unknown one is not found (ARTICLE-02)', async () => {
    const id = await create()
    expect((await guest.get(`/article/${id}`)).body).toEqual({
      success: true,
      article: { ...article, id, num: expect.any(Number) },
    })
    const unknown = await guest.get('/article/-unknown')
    expect(unknown.status).toBe(404)
    expect(unknown.body.message).toBe('找不到文章')
  })

  it('is created, changed and deleted; unknown keys stay (ARTICLE-04)', async () => {
    const id = await create({ subtitle: '副標' })
    const change = { title: '改期', author: '店長', isPublic: '1', content: '新內容' }
    expect((await admin.put(`/admin/article/${id}`, change)).body).toEqual({
      success: true,
      message: '已更新文章',
    })
    expect((await guest.get(`/article/${id}`)).body.article).toMatchObject({
      title: '改期',
      author: '店長',
      content: '新內容',
      isPublic: true,
      subtitle: '副標',
      tag: ['出貨'],
      create_at: 1_700_000_000,
    })
    expect((await admin.delete(`/admin/article/${id}`)).body).toEqual({
      success: true,
      message: '已刪除文章',
    })
    expect((await guest.get(`/article/${id}`)).status).toBe(404)
    expect((await admin.put(`/admin/article/${id}`, change)).status).toBe(404)
    const { body } = await admin.get('/admin/trash?kind=article')
    expect(body.entries[0]).toMatchObject({ id, kind: 'article', title: '改期' })
    await admin.post('/admin/trash/restore', { kind: 'article', ids: [id] })
    expect((await guest.get(`/article/${id}`)).status).toBe(200)
  })

  it('takes what the sender changed alone, where it says which fields these are (ARTICLE-04)', async () => {
    const id = await create()
    const { article: opened } = (await admin.get(`/admin/article/${id}`)).body
    const others = { isPublic: false, tag: ['休假'], create_at: 1_800_000_000 }
    await admin.put(`/admin/article/${id}`, { ...article, ...others })
    const changed_fields = ['title', 'content']
    const form = { ...article, title: '改期', content: '<p>改為除夕前兩天</p>' }
    await admin.put(`/admin/article/${id}`, { ...form, changed_fields })
    const { body } = await admin.get(`/admin/article/${id}`)
    const { title, content } = form
    expect(body.article).toEqual({ ...opened, ...others, title, content })
  })

  it('gets the time of now where none is sent (ARTICLE-04)', async () => {
    const id = await create({ create_at: undefined })
    const { create_at: at } = (await guest.get(`/article/${id}`)).body.article
    expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60)
  })

  it('changed with an empty time gets the time of now (ARTICLE-04)', async () => {
    const id = await create()
    const { title, author, isPublic, content } = article
    const change = { title, author, isPublic, content, create_at: null }
    expect((await admin.put(`/admin/article/${id}`, change)).status).toBe(200)
    const { create_at: at } = (await guest.get(`/article/${id}`)).body.article
    expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60)
  })

  it.each(['title', 'author', 'isPublic', 'content'])('needs %s (ARTICLE-04)', async (key) => {
    const { status, body } = await admin.post('/admin/article', { ...article, [key]: undefined })
    expect(status).toBe(400)
    expect(body.message).toEqual([` ${key} 欄位為必填`])
  })

  it.each([
    [[{ text: 'a' }, { text: 'b' }]],
    [Array.from({ length: 40 }, (_, n) => `標籤${n}`)],
    [{ colour: ['red'], n: 3 }],
    ['文字'],
    [7],
  ])('keeps the tag %j as it came, in lists, too (MEND-03)', async (tag) => {
    const id = await create({ tag, own: 'kept' })
    expect((await guest.get(`/article/${id}`)).body.article).toMatchObject({ tag, own: 'kept' })
    expect((await guest.get('/articles')).body.articles[0].tag).toEqual(tag)
    const change = { ...article, tag: ['其他'], changed_fields: ['title'], title: '新標題' }
    await admin.put(`/admin/article/${id}`, change)
    expect((await guest.get(`/article/${id}`)).body.article).toMatchObject({ tag, title: '新標題' })
    await admin.put(`/admin/article/${id}`, { ...article, tag: [' 出貨 '] })
    const { body } = await guest.get(`/article/${id}`)
    expect(body.article).toMatchObject({ tag: ['出貨'], own: 'kept' })
  })

  it('refuses a tag of more than 8 kB, and has none for null (MEND-03)', async () => {
    for (const tag of [[{ text: 'x'.repeat(8_200) }], Array(900).fill('標籤標籤')]) {
      expect((await admin.post('/admin/article', { ...article, tag })).status).toBe(400)
    }
    const id = await create({ tag: null })
    expect((await guest.get(`/article/${id}`)).body.article.tag).toEqual([])
  })

  it.each([
    ['1700000000', 1_700_000_000],
    ['1700000000000', 1_700_000_000_000],
    ['2026-11-27T08:00:00+08:00', Date.parse('2026-11-27T00:00:00Z')],
    ['2026-11-27', Date.parse('2026-11-27T00:00:00Z')],
  ])('takes %s as its time (MEND-03)', async (text, time) => {
    const id = await create({ create_at: text })
    expect((await guest.get(`/article/${id}`)).body.article.create_at).toBe(time)
  })

  it.each(['soon', '-5', '0', '9'.repeat(20)])('refuses %s as a time (MEND-03)', async (text) => {
    const { status, body } = await admin.post('/admin/article', { ...article, create_at: text })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('create_at')
  })

  it('holds no markup that could run; plain text stays as it is (ARTICLE-05)', async () => {
    const id = await create({ content: '<p onclick="x()">好</p><script>alert(1)</script>' })
    const stored = await shop.database.db.select().from(articles).where(eq(articles.id, id))
    expect(stored[0]?.content).toBe('<p>好</p>')
    await shop.database.db.update(articles).set({ content: '<img src=x onerror=x()>舊' })
    expect((await guest.get(`/article/${id}`)).body.article.content).toBe('<img src="x" />舊')
    const plain = await create({ content: '第一行\n第二行 3 < 5' })
    expect((await guest.get(`/article/${plain}`)).body.article.content).toBe('第一行\n第二行 3 < 5')
  })
})
