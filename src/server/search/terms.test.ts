import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { foldText } from './fold.ts'
import { matchTerms, telephoneTexts, termsOf } from './terms.ts'

const seed = 20_261_128
let database: TestDatabase
let db: NodePgDatabase & { $client: pg.Pool }
beforeAll(async () => {
  database = await createTestDatabase()
  db = drizzle(new pg.Pool({ connectionString: database.url }))
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

async function isFound(typed: string, ...given: Parameters<typeof termsOf>): Promise<boolean> {
  const column = sql`${termsOf(...given)}::tsvector`
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select ${matchTerms(column, typed)} as found`,
  )
  return rows[0]?.found === true
}

describe('folding', () => {
  it.each([
    ['Lancôme', 'lancome'],
    ['Møller æble Straße Łódź', 'mollerAEBLEstrasseLODZ'],
    ['cafe\u0301', 'CAFÉ'],
    ['Việt Nam', 'viet nam'],
    ['İstanbul', 'ISTANBUL'],
    ['İstanbul', 'ıstanbul'],
  ])('makes %j and %j one, marks and all (MEND-74)', (one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })

  it.each([
    ['保溫杯著色', '保温杯着色'],
    ['韭菜盒', '韮菜盒'],
    ['水果', '水菓'],
    ['番茄', '蕃茄'],
    ['臺灣茶檯', '台湾茶台'],
    ['Ｔ－shirt（大）', 't shirt 大'],
    ['ガラス', 'ｶﾞﾗｽ'],
  ])('makes %j and %j one (MEND-80, SEARCH-07)', (one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })

  it('leaves apart what marks tell apart outside Latin', () => {
    expect(foldText('ガラス')).not.toBe(foldText('カラス'))
    expect(foldText('한국')).toBe('한국')
  })
})

describe('terms', () => {
  const letter = fc.constantFrom('a', 'b', '陳', '小', '明', '𠮷', '한', '1', '2')
  const text = fc.string({ unit: letter, maxLength: 14 })

  it(`find every part of a text and nothing else (HOUSE-03, seed ${seed})`, async () => {
    const typed = fc.string({ unit: letter, minLength: 1, maxLength: 8 })
    const texts = fc.array(text, { minLength: 1, maxLength: 3 })
    const isPart = fc.tuple(texts, fc.nat(), fc.nat(13), fc.integer({ min: 1, max: 8 }))
    const asked = fc.oneof(
      fc.tuple(texts, typed),
      isPart.map(([all, which, start, length]): [string[], string] => {
        const characters = [...(all[which % all.length] ?? '')]
        return [all, characters.slice(start, start + length).join('') || 'a']
      }),
    )
    await fc.assert(
      fc.asyncProperty(asked, async ([all, q]) => {
        expect(await isFound(q, { A: all })).toBe(all.some((one) => one.includes(q)))
      }),
      { seed, numRuns: 300 },
    )
  })

  it('find Hangul from inside a run (MEND-80)', async () => {
    expect(await isFound('국어', { A: ['한국어교실'] })).toBe(true)
    expect(await isFound('국교', { A: ['한국어교실'] })).toBe(false)
  })

  it('find all words, wherever they stand', async () => {
    expect(await isFound('杯  手感', { A: ['手感 馬克杯'] })).toBe(true)
    expect(await isFound('杯 陶', { A: ['手感 馬克杯'] })).toBe(false)
    expect(await isFound('陳 杯', { A: ['陳小明'], B: ['馬克杯'] })).toBe(true)
  })

  it('find in the texts of a weight alone', async () => {
    const texts = { A: ['陳小明'], B: ['馬克杯'] }
    const asB = async (typed: string) => {
      const column = sql`${termsOf(texts)}::tsvector`
      const { rows } = await db.execute<{ found: boolean }>(
        sql`select ${matchTerms(column, typed, ['B'])} as found`,
      )
      return rows[0]?.found
    }
    for (const typed of ['陳', '小明', '陳小明', '陳小明陳']) expect(await asB(typed)).toBe(false)
    for (const typed of ['杯', '克杯', '馬克杯']) expect(await asB(typed)).toBe(true)
  })

  it('find an id by six characters of its end, in any case', async () => {
    const id = '-NxY_ab12Cd34Ef56Gh7'
    for (const typed of [id, id.toLowerCase(), '56Gh7x'.slice(0, 5), id.slice(-6)]) {
      expect(await isFound(typed, {}, id), typed).toBe(typed.length >= 6)
    }
    expect(await isFound('NxY_ab12', {}, id)).toBe(false)
  })

  it('find signs alone nowhere, and no sign means anything to the database (FIND-10)', async () => {
    for (const typed of ['%', "'", '\\', '(', ' & ', "'*:A", '<->', '!', '|', ':*']) {
      expect(await isFound(typed, { A: ['陳小明 50% a'] }), typed).toBe(typed === "'*:A")
    }
    expect(matchTerms(sql`''`, '  ')).toBeUndefined()
  })

  it('keep a long text', async () => {
    const long = `${'茶'.repeat(20_000)}杯`
    expect(await isFound('茶茶茶茶', { A: [long] })).toBe(true)
    // Text beyond the bound is left out, and is not found elsewhere.
    expect(await isFound('陶壺', { A: [long, '陶壺'] })).toBe(false)
  })
})

describe('telephones', () => {
  const found = (typed: string, tel: string) => isFound(typed, { A: telephoneTexts(tel) })

  it.each([
    ['(02) 8765-4321#12', ['0287654321', '12']],
    ['02-8765-4321 分機 12', ['0287654321', '12']],
    ['02 8765 4321 ext. 12', ['0287654321', '12']],
    ['+886 912 345 678', ['0912345678']],
    ['00886-2-2771-0000', ['0227710000']],
    ['0912.345.678', ['0912345678']],
    ['none', []],
  ])('%j is %j (MEND-75)', (given, texts) => {
    expect(telephoneTexts(given)).toEqual(texts)
  })

  it('are found by any part, with and without signs and extension (HOUSE-03, MEND-75)', async () => {
    const tel = '(02) 8765-4321#12'
    for (const typed of [
      '0287654321',
      '(02) 8765-4321',
      '8765-4321',
      '4321',
      '3',
      '+886-2-8765-4321',
      '886287654321',
      '02-8765-4321#12',
      "'0287654321",
    ]) {
      expect(await found(typed, tel), typed).toBe(true)
    }
    expect(await found('0287654321#13', tel)).toBe(false)
    expect(await found('87654322', tel)).toBe(false)
    expect(await found('886', tel)).toBe(false)
    expect(await found('4321 8765', tel)).toBe(false)
  })
})
