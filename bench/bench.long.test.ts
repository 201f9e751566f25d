import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import type { Pace } from './rounds.ts'
import { benchServer } from './server.ts'
import { ShopClient } from './shop-client.ts'
import { type Workload, workloads } from './workloads.ts'

const shortest: Pace = { rounds: 1, seconds: 3, connections: [2], onceCalls: 4 }
let shop: BenchShop
let db: pg.Pool
let all: Workload[]
beforeAll(async () => {
  shop = await openBenchShop({ webDir: join(tmpdir(), 'minmin-without-web') })
  db = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 })
  all = await workloads({
    client: new ShopClient(shop.server.address),
    db,
    databaseUrl: shop.databaseUrl,
  })
})
afterAll(async () => {
  await db.end()
  await shop.close()
})

describe('the bench', () => {
  it('drives the real server and its baselines, and reports each workload without a failed call', async () => {
    const text = await benchServer(shop, all, { pace: shortest, only: 'product list,order' })
    for (const name of ['product list', 'order', 'order of variants', 'orders', 'admin orders']) {
      const row = text.split('\n').find((line) => line.startsWith(`| ${name} `))
      const cells = row?.split('|').map((cell) => cell.trim())
      expect(Number(cells?.[3]), name).toBeGreaterThan(0)
      expect(Number(cells?.[8]), name).toBeGreaterThan(0)
      expect(cells?.at(-2), name).toBe('0')
    }
    expect(text).toMatch(/from start to the first answer \d+ ms; idle \d+ MB/)
    expect(text).toMatch(/commit [0-9a-f]{7,}/)
  })
})
