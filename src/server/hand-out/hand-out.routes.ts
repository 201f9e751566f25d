import * as schema from '#contract/hand-out.schema.ts'
import { handOutApi } from '#contract/hand-out.ts'
import { handOutCodePattern } from '#contract/hand-out-states.ts'
import { t } from '#contract/translate.ts'
import { readShopNow } from '../campaigns/campaigns.queries.ts'
import type { Caller } from '../http/caller.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { createGuesses } from '../limits/guesses.ts'
import type { PersonalLimits } from '../limits/personal-limits.ts'
import { issueCodes } from '../orders/hand-out-codes.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { type HandOutCall, type HandOutDone, handOutOrder } from './hand-out.service.ts'
import { toHandOut } from './hand-out-wire.ts'
import { type FoundHandOut, findHandOut, listHandOuts } from './hand-outs.queries.ts'
import { type ReminderDeps, remindToFetch } from './remind.ts'

interface HandOutRouteDeps extends ReminderDeps {
  personalLimits: PersonalLimits
  orderSubscribers: readonly OrderSubscriber[]
}

export function handOutRoutes(mount: Mount, deps: HandOutRouteDeps): void {
  const { config, db, personalLimits } = deps
  const guesses = createGuesses(db, config.limits, 'hand-out')
  const now = async () => Math.floor((await readShopNow(db)) / 1_000)

  /** Codes are counted before they are looked up, an id of 128 random bits is not. */
  async function find(
    { code, id }: { code?: string; id?: string },
    { helper, owner, ip }: HandOutCall & { owner: string; ip: string },
  ): Promise<FoundHandOut | undefined> {
    if (code === undefined) return id === undefined ? undefined : findHandOut(db, { id }, helper)
    const lookUp = async () => {
      const digits = toDigits(code)
      const found = digits && (await findHandOut(db, { code: digits }, helper))
      if (!found) return undefined
      return id === undefined || id === found.placeId || id === found.orderId ? found : undefined
    }
    const isUnknown = (outcome: object) => 'found' in outcome && outcome.found === undefined
    return guesses.run({ caller: owner, ip }, lookUp, isUnknown)
  }

  mount(handOutApi.find, schema.find, async ({ params: { code } }, { caller, request }) => {
    const call = { ...callOf(caller), owner: caller.owner, ip: request.ip }
    const found = await personalLimits.read({ caller, request }, () => find({ code }, call))
    if (!found || isEnded(found)) throw new ShopError('HAND_OUT_UNKNOWN')
    return { hand_out: toHandOut(found, call), server_now: await now() }
  })

  mount(handOutApi.list, schema.list, async ({ query }, { caller, request }) => {
    const call = callOf(caller)
    const { rows, total } = await personalLimits.read({ caller, request }, async () => {
      const listed = await listHandOuts(db, call.helper, query.group)
      const without = listed.rows.filter(({ code, handedOutAt }) => code === null && !handedOutAt)
      if (without.length === 0) return listed
      // A phone without a network finds them by the end of their code.
      await issueCodes(
        db,
        without.map(({ orderId }) => orderId),
      )
      return listHandOuts(db, call.helper, query.group)
    })
    const handOuts = rows.map((row) => toHandOut(row, call))
    const remindable = rows.filter(({ isRemindable }) => isRemindable).length
    return { hand_outs: handOuts, total, remindable, server_now: await now() }
  })

  mount(handOutApi.remind, schema.remind, async ({ data }, { caller }) => {
    const n = await remindToFetch(deps, callOf(caller).helper, data.group)
    return { message: n > 0 ? t('已提醒 {n} 人', { n }) : '目前沒有需要提醒的人' }
  })

  mount(handOutApi.handOut, schema.handOut, async ({ data }, { caller, request }) => {
    const call = { ...callOf(caller), owner: caller.owner, ip: request.ip }
    const results = []
    for (const item of data.items) {
      const found = await find(item, call)
      const done: HandOutDone = found
        ? await handOutOrder(deps, call, {
            orderId: found.orderId,
            isUndo: item.is_undo === true,
            received: item.received,
          })
        : { result: 'unknown' }
      results.push({ ...toldBack(item), ...toResult(done) })
    }
    return { results, server_now: await now() }
  })
}

function callOf(caller: Caller): HandOutCall {
  const { memberId, actor, admin, key } = caller
  if (admin || key) return { helper: 'staff', actor }
  if (memberId === null) throw new ShopError('MEMBER_REQUIRED')
  return { helper: { memberId }, actor }
}

/** As people read digits out, and as a keyboard of East Asia types them. */
function toDigits(code: string): string | undefined {
  const digits = code.normalize('NFKC').replace(/[\s-]/g, '')
  return handOutCodePattern.test(digits) ? digits : undefined
}

function isEnded({ state }: FoundHandOut): boolean {
  return state === 'cancelled' || state === 'returned'
}

function toldBack({ code, id, at }: { code?: string; id?: string; at?: number | string }) {
  return {
    ...(code !== undefined && { code }),
    ...(id !== undefined && { id }),
    ...(at !== undefined && { at }),
  }
}

function toResult({ result, handOut }: HandOutDone) {
  const { handedOutAt, undoUntil } = handOut ?? {}
  return {
    result,
    ...(handedOutAt && { handed_out_at: toEpochSeconds(handedOutAt) }),
    ...(undoUntil && { undo_until: toEpochSeconds(undoUntil) }),
  }
}
