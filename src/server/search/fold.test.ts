import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { foldField, foldTokens } from './fold.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function inSql(text: string): Promise<string[]> {
  const { rows } = await client.query('select search_tokens($1) as tokens', [text])
  return rows[0].tokens
}

it.each([
  ['炭黑陶壺', ['炭', '黑', '陶', '壶']],
  ['檯燈 臺燈 台灯', ['台', '灯', '台', '灯', '台', '灯']],
  ['３Ｃ 生活', ['3', 'c', '生', '活']],
  ['10000mAh', ['10000', 'mah']],
  ['60% ＬＥＤ', ['60', 'led']],
  ['（一壺二杯＋木托盤）', ['一', '壶', '二', '杯', '木', '托', '盘']],
  ['cafe\u0301 CAFÉ', ['café', 'café']],
  ['ㄅㄆ カップ ｶｯﾌﾟ', ['ㄅ', 'ㄆ', 'カ', 'ッ', 'プ', 'カ', 'ッ', 'プ']],
  ['한국 Δέλτα', ['한국', 'δέλτα']],
  ['ﬁ ㎝ ①', ['fi', 'cm', '1']],
  ['😀 ％＿\'"\\', []],
  ['', []],
  ['𠮷野家', ['𠮷', '野', '家']],
  ['x'.repeat(100), ['x'.repeat(64)]],
])('folds %j to the same tokens here and in SQL (SEARCH-06, SEARCH-07)', async (text, tokens) => {
  expect(foldTokens(text)).toEqual(tokens)
  expect(await inSql(text)).toEqual(tokens)
})

it('folds every character of the Basic Multilingual Plane alike (SEARCH-22)', async () => {
  // PostgreSQL and Node know different versions of Unicode: what is newer than one of them differs.
  const { rows } = await client.query<{ character: string; normal: string }>(`
    select chr(code) as character, normalize(chr(code), NFKC) as normal
    from generate_series(1, 65535) as code where code not between 55296 and 57343`)
  const known = rows.filter(({ character, normal }) => character.normalize('NFKC') === normal)
  expect(rows.length - known.length).toBeLessThan(20)
  for (let from = 0; from < known.length; from += 1_000) {
    const part = known.slice(from, from + 1_000)
    const text = part.map(({ character }) => `${character}|`).join('')
    expect(await inSql(text)).toEqual(foldTokens(text))
  }
})

it('a field is folded to itself (SEARCH-22)', async () => {
  const field = foldField('乾燥 乾隆 裡裏 3C１０ Straße')
  expect(foldField(field)).toBe(field)
})
