import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDemoShop } from '../catalog/demo-shop.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { groups } from '../db/tables/groups.ts'
import { members } from '../db/tables/members.ts'
import { orderLines, orders } from '../db/tables/orders.ts'
import { groupEvents, participations } from '../db/tables/participations.ts'
import { createTestHasher } from '../testing/doubles/test-hasher.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { loadDemoCampaigns } from './demo-campaigns.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const noPictures = { has: async () => true, put: async () => {} }
const quiet = () => {}

function load() {
  const { db, jobs, providers, subscribers } = shop.payments
  const { config } = shop
  const deps = { config, db, jobs, subscribers, paymentProviders: providers }
  return loadDemoCampaigns({ ...deps, hasher: createTestHasher() }, quiet)
}

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing/'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

/** The files that name this function or statement, but the one that defines it. */
function naming(pattern: RegExp, definedIn: string): string[] {
  const found = sources.filter(({ file, text }) => file !== definedIn && pattern.test(text))
  return found.map(({ file }) => file).toSorted()
}

it('nothing makes a participation but the two calls of a member, the demo by them, and who enters a chat (CAMP-22)', () => {
  const inserts = /insert\(participations\)|insert into participations\b/
  expect(naming(inserts, '')).toEqual(['campaigns/participations.queries.ts'])
  expect(naming(/\binsertParticipation\b/, 'campaigns/participations.queries.ts')).toEqual([
    'campaigns/join/take-place.ts',
  ])
  expect(naming(/\btakePlace\b/, 'campaigns/join/take-place.ts')).toEqual([
    'campaigns/join/join.service.ts',
    'campaigns/line-orders/enter-line-orders.ts',
  ])
  expect(naming(/\b(joinGroup|openTeam)\(/, 'campaigns/join/join.service.ts')).toEqual([
    'campaigns/demo-campaigns.ts',
    'campaigns/join/participations.routes.ts',
  ])
  expect(naming(/\bloadDemoCampaigns\b/, 'campaigns/demo-campaigns.ts')).toEqual(['shop.ts'])
})

it('the demo opens with three campaigns, whose participants say what they are and take each flavour (CAMP-22)', async () => {
  const { db } = shop.database
  await loadDemoShop(db, noPictures, quiet)
  // Two nodes that start together open them once.
  await Promise.all([load(), load()])
  const opened = await db.select().from(campaigns).orderBy(asc(campaigns.num))
  expect(opened.map(({ kind, state }) => [kind, state])).toEqual([
    ['pool', 'open'],
    ['team', 'open'],
    ['pool', 'scheduled'],
  ])
  const [pool] = await db
    .select()
    .from(groups)
    .where(eq(groups.campaignId, opened[0]?.id ?? ''))
  expect(pool).toMatchObject({ state: 'forming', unitsCounted: 18 })
  const places = await db
    .select({ name: members.displayName, email: members.email, shown: participations.shownName })
    .from(participations)
    .innerJoin(members, eq(members.uid, participations.memberId))
  expect(places).toHaveLength(12)
  for (const { name, email, shown } of places) {
    expect(name).toMatch(/^示範會員 \d+$/)
    expect(email).toMatch(/@demo\.invalid$/)
    expect(shown).toBe('示○○')
  }
  const units = sql<number>`sum(${orderLines.qty})::int`
  const taken = await db
    .select({ variant: orderLines.variantTitle, units })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.groupId, pool?.id ?? ''))
    .groupBy(orderLines.variantTitle)
    .orderBy(units)
  expect(taken).toEqual([
    { variant: '清香', units: 5 },
    { variant: '蜜香紅烏龍', units: 6 },
    { variant: '炭焙', units: 7 },
  ])
  const joined = await db.select().from(groupEvents).where(eq(groupEvents.event, 'join'))
  expect(joined.map(({ actor }) => actor.startsWith('m:demo-'))).toEqual(places.map(() => true))
  await load()
  expect(await db.$count(campaigns)).toBe(3)
})

it('a shop that somebody has used gets no demo campaigns', async () => {
  const used = await openTestShop()
  try {
    await loadDemoShop(used.database.db, noPictures, quiet)
    await used.member()
    const { db, jobs, providers, subscribers } = used.payments
    const deps = { config: used.config, db, jobs, subscribers, paymentProviders: providers }
    await loadDemoCampaigns({ ...deps, hasher: createTestHasher() }, quiet)
    expect(await used.database.db.$count(campaigns)).toBe(0)
  } finally {
    await used.close()
  }
})
