import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import * as schema from '#contract/leader-money.schema.ts'
import { leaderMoneyApi } from '#contract/leader-money.ts'
import { taipeiDay } from '#contract/taipei-time.ts'
import { t } from '#contract/translate.ts'
import type { Db } from '../../db/connect.ts'
import type { Caller } from '../../http/caller.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { readShopNow } from '../campaigns.queries.ts'
import { memberOf } from '../join/participations.routes.ts'
import type { GroupGuesses } from '../storefront/group-guesses.ts'
import { type AccountChange, changeOwnAccount, ownAccount } from './account.service.ts'
import { type AccountFacts, toAccount, toMatched, toStatementLine } from './account-wire.ts'
import { readAccountPersons, readPayWays } from './accounts.queries.ts'
import {
  type AccountGroup,
  listHandOvers,
  listReceipts,
  readPlaceSums,
} from './leader-money.queries.ts'
import { matchStatement } from './statement/match-statement.ts'
import { parseStatement } from './statement/parse-statement.ts'

interface AccountRouteDeps {
  db: NodePgDatabase
  personalLimits: PersonalLimits
  orderSubscribers: readonly OrderSubscriber[]
  groupGuesses: GroupGuesses
}

export function leaderMoneyRoutes(mount: Mount, deps: AccountRouteDeps): void {
  const { db, personalLimits, orderSubscribers: subscribers, groupGuesses } = deps
  const now = async () => Math.floor((await readShopNow(db)) / 1_000)

  /** A group that the caller does not lead is as unknown as one that is not there. */
  async function asLeader<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const isUnknown = error instanceof ShopError && error.code === 'GROUP_NOT_FOUND'
      throw isUnknown ? await groupGuesses.refuse(request) : error
    }
  }

  function read(code: string, caller: Caller, request: FastifyRequest): Promise<AccountFacts> {
    return asLeader(request, () =>
      personalLimits.read({ caller, request }, async () =>
        readFacts(db, await ownAccount(db, { code, memberId: memberOf(caller) })),
      ),
    )
  }

  mount(leaderMoneyApi.account, schema.account, async ({ params }, { caller, request }) => {
    const facts = await read(params.code, caller, request)
    return { account: toAccount(facts), server_now: await now() }
  })

  mount(leaderMoneyApi.change, schema.changeAccount, async (input, { caller, request }) => {
    const { code } = input.params
    const { statement } = input.data
    const change = readChange(input.data)
    if (change) {
      const call = {
        ...{ code, memberId: memberOf(caller), actor: caller.actor },
        intended: parseIdempotencyKey(request),
      }
      await asLeader(request, () =>
        personalLimits.writeCart(caller.owner, () =>
          changeOwnAccount({ db, subscribers }, call, change),
        ),
      )
    }
    const facts = await read(code, caller, request)
    const at = await now()
    return {
      message: change ? '已更新' : '請確認後再登記',
      account: toAccount(facts),
      ...(statement !== undefined && { lines: look(statement, facts, at) }),
      server_now: at,
    }
  })
}

/** Each line is compared with each place. */
const mostStatementLines = 1_000

/** Nothing is written because of a statement: what the leader chooses comes as ticks. */
function look(statement: string, facts: AccountFacts, now: number) {
  if (statement.split(/\r\n?|\n/).length > mostStatementLines) {
    throw fieldError(
      'statement',
      t('一次最多比對 {mostStatementLines} 行，請分次貼上', { mostStatementLines }),
    )
  }
  const today = taipeiDay(new Date(now * 1_000)).replaceAll('/', '-')
  return matchStatement(parseStatement(statement, today), toMatched(facts)).map(toStatementLine)
}

async function readFacts(db: Db, group: AccountGroup): Promise<AccountFacts> {
  const { id } = group
  const [ways, places, persons, receipts, handOvers] = await Promise.all([
    readPayWays(db, id),
    readPlaceSums(db, { groupId: id }),
    readAccountPersons(db, id),
    listReceipts(db, id),
    listHandOvers(db, [id]),
  ])
  return { group, ways, places, persons, receipts, handOvers }
}

/** Undefined for a call that only looks a statement through. */
function readChange(data: Static<typeof schema.changeAccount.data>): AccountChange | undefined {
  const { receipts = [], void: voided = [], hand_over, withdraw, ways } = data
  const isEmpty = receipts.length === 0 && voided.length === 0 && !hand_over && !withdraw && !ways
  if (isEmpty) return undefined
  return {
    receipts: receipts.map(({ participation_id, amount, way, last_five, note, received_at }) => ({
      ...{ participationId: participation_id, amount, way, lastFive: last_five, note },
      ...(received_at !== undefined && { receivedAt: new Date(received_at * 1_000) }),
    })),
    voided,
    ...(hand_over && {
      handOver: {
        ...{ amount: hand_over.amount, way: hand_over.way },
        ...{ lastFive: hand_over.last_five, note: hand_over.note },
      },
    }),
    withdrawn: withdraw,
    ...(ways && { ways: written(ways) }),
  }
}

/** Only what is named, trimmed; an empty text takes a way away. */
function written({
  cash,
  transfer,
  line_pay,
}: {
  cash?: string
  transfer?: string
  line_pay?: string
}) {
  const texts = Object.entries({ cash, transfer, line_pay })
  return Object.fromEntries(
    texts.flatMap(([way, text]) => (text?.trim() ? [[way, text.trim()]] : [])),
  )
}
