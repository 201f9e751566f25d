import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/credit.schema.ts'
import { adminCreditApi, type CreditEntry, creditApi } from '#contract/credit.ts'
import { paginate, storefrontPageSize } from '#contract/paging.ts'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/tables/customers.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { parseIdempotencyKey } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readRequestedPage, requestedPage } from '../input/requested-page.ts'
import type { PersonalLimits } from '../limits/personal-limits.ts'
import { changeByHand } from './change-by-hand.ts'
import { type EndingLot, listEntries, readAccount, readTotals } from './credit.queries.ts'

interface CreditDeps {
  db: NodePgDatabase
  personalLimits: PersonalLimits
}

type EntryRow = Awaited<ReturnType<typeof listEntries>>['rows'][number]

function toEntry(row: EntryRow): CreditEntry {
  const { id, kind, amount, cause, at, orderId, orderNumber, percent, endsOn, reason } = row
  return {
    ...{ id, kind, amount, cause, at: toEpochSeconds(at) },
    ...(orderId !== null && { order_id: orderId }),
    ...(orderNumber !== null && { order_number: orderNumber }),
    ...(percent !== null && { percent }),
    ...(endsOn !== null && { ends_on: endsOn }),
    ...(reason !== '' && { reason }),
  }
}

const toEnd = ({ kind, amount, endsOn }: EndingLot) => ({ kind, amount, ends_on: endsOn })

export function creditRoutes(mount: Mount, { db, personalLimits }: CreditDeps): void {
  mount(creditApi.own, schema.own, async ({ query }, { caller, request }) => {
    const { memberId } = caller
    if (memberId === null) throw new ShopError('MEMBER_REQUIRED')
    const page = requestedPage(query.page)
    const place = { limit: storefrontPageSize, offset: (page - 1) * storefrontPageSize }
    const [account, { rows, total }] = await personalLimits.read({ caller, request }, () =>
      Promise.all([readAccount(db, memberId), listEntries(db, memberId, place)]),
    )
    return {
      balance: account.credit,
      points: account.points,
      ends: account.ends.map(toEnd),
      entries: rows.map(toEntry),
      pagination: paginate({ page, pageSize: storefrontPageSize, total }),
    }
  })

  mount(adminCreditApi.ofCustomer, schema.ofCustomer, async ({ params, query }) => {
    const memberId = await memberOf(db, params.id)
    const account =
      memberId === undefined ? { credit: 0, points: 0, ends: [] } : await readAccount(db, memberId)
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      memberId === undefined
        ? Promise.resolve({ rows: [], total: 0 })
        : listEntries(db, memberId, place),
    )
    return {
      is_member: memberId !== undefined,
      balance: account.credit,
      points: account.points,
      ends: account.ends.map(toEnd),
      entries: rows.map(toEntry),
      pagination,
    }
  })

  mount(adminCreditApi.change, schema.change, async ({ params, data }, { actor, request }) => {
    const memberId = await memberOf(db, params.id)
    if (memberId === undefined) throw new ShopError('CREDIT_NO_MEMBER')
    const intended = parseIdempotencyKey(request)
    await changeByHand(db, { ...data, customerId: params.id, memberId }, { actor, intended })
    const { credit, points } = await readAccount(db, memberId)
    return { message: '已更新餘額', balance: credit, points }
  })

  mount(adminCreditApi.totals, schema.totals, async () => {
    const { credit, points, members, endingCredit, endingPoints } = await readTotals(db)
    return { credit, points, members, ending: { credit: endingCredit, points: endingPoints } }
  })
}

/** The member behind a customer's number; undefined of a guest. Throws CUSTOMER_NOT_FOUND. */
async function memberOf(db: Db, id: string): Promise<string | undefined> {
  const num = /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0
  const [row] = await db
    .select({ key: customers.key })
    .from(customers)
    .where(eq(customers.num, num))
  if (!row) throw new ShopError('CUSTOMER_NOT_FOUND')
  return row.key.startsWith('m:') ? row.key.slice(2) : undefined
}
