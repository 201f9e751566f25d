import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/leader-money.schema.ts'
import { adminLeaderMoneyApi } from '#contract/leader-money.ts'
import { mayDo } from '../../http/actor.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { readRequestedPage } from '../../input/requested-page.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { leaderName } from '../back-office/admin-group-wire.ts'
import { toHandOver } from './account-wire.ts'
import { listAccounts, sumAccounts } from './accounts.queries.ts'
import { bookHandOver, takeHandOverBack } from './book-hand-over.ts'
import { type HandOverRow, listHandOvers } from './leader-money.queries.ts'

interface AdminAccountDeps {
  db: NodePgDatabase
  orderSubscribers: readonly OrderSubscriber[]
}

type Sums = Awaited<ReturnType<typeof sumAccounts>>

export function adminLeaderMoneyRoutes(mount: Mount, deps: AdminAccountDeps): void {
  const { db, orderSubscribers: subscribers } = deps

  mount(adminLeaderMoneyApi.list, schema.adminAccounts, async ({ query }, { actor }) => {
    const filter = { campaignId: query.campaign_id, waits: query.waits }
    const [{ rows, pagination }, sums] = await Promise.all([
      readRequestedPage(query, (place) => listAccounts(db, filter, place)),
      sumAccounts(db, filter),
    ])
    const seesPersons = mayDo(actor, 'person.read')
    const handOvers = await listHandOvers(
      db,
      rows.map(({ groupId }) => groupId),
    )
    const handOversOf = Map.groupBy(handOvers, ({ groupId }) => groupId)
    return {
      accounts: rows.map((row) => ({
        ...{ group_id: row.groupId, code: row.code, campaign_id: row.campaignId, title: row.title },
        leader: leaderName({ name: row.leaderName, email: row.leaderEmail }, seesPersons),
        sums: toListedSums(row),
        hand_overs: (handOversOf.get(row.groupId) ?? []).map((of) => toSeen(of, seesPersons)),
      })),
      sums: toListedSums(sums),
      pagination,
      messages: [],
    }
  })

  mount(adminLeaderMoneyApi.book, schema.adminBook, async (input, { actor, request }) => {
    const { amount, hand_over_id: handOverId, way = 'cash', note = '' } = input.data
    const call = { db, subscribers, actor, intended: parseIdempotencyKey(request) }
    const booked = { groupId: input.params.id, amount, handOverId, way, note: note.trim() }
    await bookHandOver(call, booked)
    return { message: '已登記交款' }
  })

  mount(adminLeaderMoneyApi.void, schema.adminVoid, async ({ params, data }, { actor }) => {
    const of = { groupId: params.id, id: params.handOverId, reason: data.reason.trim() }
    await takeHandOverBack({ db, subscribers, actor }, of)
    return { message: '已沖銷交款' }
  })
}

/** The end of an account, and what was written beside it, tell of a person. */
function toSeen(row: HandOverRow, seesPersons: boolean) {
  return toHandOver(seesPersons ? row : { ...row, lastFive: null, note: '' })
}

function toListedSums({ expected, received, settled, handedOver, announced }: Sums) {
  return {
    ...{ expected, received, handed_over: handedOver, announced },
    difference: received - handedOver,
    unallocated: handedOver - settled,
  }
}
