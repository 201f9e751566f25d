import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { testConfig } from '../testing/test-config.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type CatalogCache, createCatalogCache } from './catalog-cache.ts'

let database: TestDatabase
let cache: CatalogCache
let loads: string[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  cache = createCatalogCache(database.url, createLog(testConfig()))
  loads = []
  // It keeps nothing until it hears of changes.
  await expect
    .poll(
      async () => {
        loads = []
        await read('probe')
        await read('probe')
        return loads.length
      },
      { timeout: 30_000 },
    )
    .toBeLessThan(2)
  loads = []
})
afterEach(async () => {
  await cache.close()
  await database.drop()
})

function read(key: string, text = '{}'): Promise<unknown> {
  return cache.read(key, async () => {
    loads.push(key)
    return text
  })
}

it('G1 a walk through all pages takes from memory what nobody asked for lately, and no more', async () => {
  await read('left alone')
  for (let page = 0; page < 5_000; page++) {
    await read(`page ${page}`)
    if (page % 500 === 0) await read('asked for')
  }
  await read('asked for')
  await read('page 4999')
  await read('page 3100')
  expect(loads.filter((key) => key === 'asked for')).toHaveLength(1)
  expect(loads.filter((key) => key === 'page 4999')).toHaveLength(1)
  expect(loads.filter((key) => key === 'page 3100')).toHaveLength(1)
  await read('left alone')
  await read('page 2000')
  expect(loads.filter((key) => key === 'left alone')).toHaveLength(2)
  expect(loads.filter((key) => key === 'page 2000')).toHaveLength(2)
})

it('large pages are bounded by what they weigh', async () => {
  for (let page = 0; page < 40; page++) await read(`page ${page}`, 'x'.repeat(1024 * 1024))
  await read('page 39')
  await read('page 0')
  expect(loads.filter((key) => key === 'page 39')).toHaveLength(1)
  expect(loads.filter((key) => key === 'page 0')).toHaveLength(2)
})
