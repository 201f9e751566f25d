import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { type CreditAct, CreditModel } from '../testing/models/credit-model.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { rowsOf } from '../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { endAll } from './credit.jobs.ts'
import { readAccount } from './credit.queries.ts'
import { giveCreditBack, lockCreditAccount, openLot, readUsedCredit, takeCredit } from './ledger.ts'

const seed = 20_261_130

let shop: TestShop
let members = 0
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const of = fc.constantFrom('credit' as const, 'points' as const)
const amount = fc.integer({ min: 1, max: 9 })
const act: fc.Arbitrary<CreditAct> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ kind: fc.constant('give' as const), of, amount },
      lasts: fc.constantFrom(null, 0, 1, 2, 5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take' as const), of, amount }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('use' as const),
      ...{ credit: fc.nat({ max: 6 }), points: fc.nat({ max: 6 }) },
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('give_back' as const),
      ...{ order: fc.nat({ max: 5 }), part: fc.nat({ max: 8 }) },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 2, 31) }),
  },
)

const actor = { kind: 'system' } as const
const orderOf = (member: string, n: number) => `${member}-${n}`

/** Does with the ledger what the model does with itself; of what is impossible it does nothing. */
async function doAct(member: string, one: CreditAct, model: CreditModel): Promise<void> {
  const { db } = shop.database
  switch (one.kind) {
    case 'give': {
      const { of: kind, amount: given, lasts } = one
      const ends = lasts === null ? undefined : { afterDays: lasts }
      const lot = { memberId: member, kind, amount: given, cause: 'gift', ends } as const
      return transaction(db, (tx) => openLot(tx, lot, { actor }))
    }
    case 'take':
    case 'use': {
      const isUse = one.kind === 'use'
      const wanted = isUse ? one : { credit: 0, points: 0, [one.of]: one.amount }
      const about = isUse
        ? { cause: 'order_used' as const, orderId: orderOf(member, model.orders.length - 1) }
        : { cause: 'hand' as const }
      return transaction(db, async (tx) => {
        const account = await lockCreditAccount(tx, member)
        await takeCredit(tx, account, wanted, { ...about, actor })
      })
    }
    case 'give_back': {
      const part = { credit: one.part, points: one.part }
      return transaction(db, (tx) => giveCreditBack(tx, orderOf(member, one.order), part, actor))
    }
    case 'wait': {
      await setDay(model.today)
      // Half of the time the night comes first, and half of the time the member.
      if (model.today % 2 === 0) await endAll(db)
    }
  }
}

async function setDay(day: number): Promise<void> {
  await rowsOf(
    shop,
    `create or replace function shop_now() returns timestamptz language sql volatile
      as $$ select timestamptz '2030-01-01 12:00:00+08' + interval '${day} days' $$`,
  )
}

it('the ledger is what a plain model of it is, and its sums are the balances (CRED-01, CRED-04, seed 20261130)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const member = `model-${++members}`
      const model = new CreditModel()
      await setDay(0)
      for (const one of acts) {
        if (model.act(one)) await doAct(member, one, model)
        const { credit, points } = await readAccount(shop.database.db, member)
        expect([credit, points]).toEqual([model.balance('credit'), model.balance('points')])
      }
      const ids = model.orders.map((_, n) => orderOf(member, n))
      const used = await readUsedCredit(shop.database.db, ids)
      for (const [n, id] of ids.entries()) {
        const { credit, points } = used.get(id) ?? { credit: 0, points: 0 }
        expect([credit, points]).toEqual([model.used(n, 'credit'), model.used(n, 'points')])
      }
    }),
    { seed, numRuns: propertyRuns(200) },
  )
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})

it('the ledger only grows (CRED-01)', async () => {
  const refused = (statement: string) =>
    expect(rowsOf(shop, statement)).rejects.toThrow('rows of credit_entries are never changed')
  await refused('update credit_entries set amount = amount + 1')
  await refused('delete from credit_entries')
  await refused(`update credit_entries set reason = ''`)
})
