import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/customers.schema.ts'
import { type Customer, customerApi } from '#contract/customers.ts'
import type { SortOrder } from '#contract/paging.ts'
import { isBarred, readMemberRecord } from '../campaigns/participations.queries.ts'
import { customers } from '../db/tables/customers.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { assertDecodable } from '../input/assert-decodable.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import { requestedOrder } from '../input/sort.ts'
import { customerSortKeys } from './customer-filter.ts'
import {
  listCouponsOf,
  listGroupsOf,
  listMailsOf,
  listOrdersOf,
} from './customer-history.queries.ts'
import {
  type CustomerRow,
  findCustomer,
  listCustomers,
  listNotes,
  listPossiblySame,
  listTagsInUse,
  readLastAddress,
} from './customers.queries.ts'
import { addNote, changeTags, readCustomerNumber, removeNote } from './customers.service.ts'

const memberIdOf = (key: string) => (key.startsWith('m:') ? key.slice(2) : undefined)

function toCustomer(row: CustomerRow): Customer {
  const memberId = memberIdOf(row.key)
  return {
    id: String(row.num),
    name: row.name,
    email: row.email,
    tel: row.tel,
    ...(memberId !== undefined && { member_id: memberId }),
    orders: row.orders,
    spent: row.spent,
    first_order: toEpochSeconds(row.firstOrderAt),
    last_order: toEpochSeconds(row.lastOrderAt),
    tags: row.tags,
  }
}

const toNote = (note: { id: string; text: string; author: string; createdAt: Date }) => ({
  id: note.id,
  text: note.text,
  author: note.author,
  create_at: toEpochSeconds(note.createdAt),
})

export function customerRoutes(mount: Mount, { db }: { db: NodePgDatabase }): void {
  mount(customerApi.list, schema.list, async ({ query }, { request }) => {
    assertDecodable(request)
    const order = requestedOrder({
      query: inDefaultOrder(query),
      columns: customerSortKeys,
      id: customers.num,
    })
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listCustomers(db, query, { order, ...place }),
    )
    return { customers: rows.map(toCustomer), pagination, messages: [] }
  })

  mount(customerApi.tags, schema.tags, async ({ query }) => ({
    tags: await listTagsInUse(db, query.q?.trim() ?? ''),
  }))

  mount(customerApi.detail, schema.detail, async ({ params }) => {
    const row = await known(db, params.id)
    const memberId = memberIdOf(row.key)
    const [same, address, record] = await Promise.all([
      listPossiblySame(db, row),
      readLastAddress(db, row.key),
      memberId &&
        readMemberRecord(db, { campaignId: null, groupId: null, memberId, isProved: true }),
    ])
    return {
      customer: {
        ...toCustomer(row),
        address,
        is_barred: record ? isBarred(record) : false,
        may_be: same.map(({ num, key, name }) => ({
          id: String(num),
          name,
          is_member: memberIdOf(key) !== undefined,
        })),
      },
    }
  })

  mount(customerApi.update, schema.update, async ({ params, data }, { actor }) => {
    const num = readCustomerNumber(params.id)
    const { tags, shown_tags: shown } = data
    if (tags) await changeTags(db, actor, num, { tags, shown })
    else await known(db, params.id)
    return { message: '已更新顧客' }
  })
  mount(customerApi.addNote, schema.addNote, async ({ params, data }, { actor }) => {
    const note = await addNote(db, actor, readCustomerNumber(params.id), data.text)
    return { message: '已新增備註', note: toNote(note) }
  })
  mount(customerApi.removeNote, schema.removeNote, async ({ params }, { actor }) => {
    const num = readCustomerNumber(params.id)
    await removeNote(db, actor, { num, noteId: params.noteId })
    return { message: '已刪除備註' }
  })
  historyRoutes(mount, db)
}

/** The parts of a customer's page, each by itself and with pages. */
function historyRoutes(mount: Mount, db: NodePgDatabase): void {
  mount(customerApi.orders, schema.orders, async ({ params, query }) => {
    const { key } = await known(db, params.id)
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listOrdersOf(db, key, place),
    )
    return {
      orders: rows.map(({ id, number, createdAt, state, payment, total, deletedAt }) => ({
        id,
        number,
        create_at: toEpochSeconds(createdAt),
        state,
        is_paid: payment === 'paid',
        total,
        is_archived: deletedAt !== null,
      })),
      pagination,
    }
  })

  mount(customerApi.groups, schema.groups, async ({ params, query }) => {
    const { key } = await known(db, params.id)
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listGroupsOf(db, key, place),
    )
    return {
      groups: rows.map(({ campaignId, orderId, joinedAt, isLeader, ...place }) => ({
        ...place,
        campaign_id: campaignId,
        order_id: orderId,
        create_at: toEpochSeconds(joinedAt),
        is_leader: isLeader,
      })),
      pagination,
    }
  })

  mount(customerApi.coupons, schema.coupons, async ({ params, query }) => {
    const { key } = await known(db, params.id)
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listCouponsOf(db, key, place),
    )
    return {
      coupons: rows.map(({ couponId, orderId, usedAt, returnedAt, ...use }) => ({
        ...use,
        coupon_id: couponId,
        order_id: orderId,
        create_at: toEpochSeconds(usedAt),
        is_returned: returnedAt !== null,
      })),
      pagination,
    }
  })

  mount(customerApi.mails, schema.mails, async ({ params, query }) => {
    const customer = await known(db, params.id)
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listMailsOf(db, customer, place),
    )
    return {
      mails: rows.map(
        ({ id, kind, subject, recipient, orderId, createdAt, sentAt, givenUpAt }) => ({
          id,
          ...(kind !== null && { kind }),
          subject,
          recipient,
          state: sentAt ? ('sent' as const) : givenUpAt ? ('failed' as const) : ('queued' as const),
          ...(orderId !== null && { order_id: orderId }),
          at: toEpochSeconds(sentAt ?? createdAt),
        }),
      ),
      pagination,
    }
  })

  mount(customerApi.notes, schema.notes, async ({ params, query }) => {
    const { num } = await known(db, params.id)
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listNotes(db, num, place),
    )
    return { notes: rows.map(toNote), pagination }
  })
}

async function known(db: NodePgDatabase, id: string): Promise<CustomerRow> {
  const row = await findCustomer(db, readCustomerNumber(id))
  if (!row) throw new ShopError('CUSTOMER_NOT_FOUND')
  return row
}

function inDefaultOrder(query: { sort?: string; order?: SortOrder | '' }) {
  if (query.sort) return query
  return { sort: 'last_order', order: query.order || ('desc' as const) }
}
