import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { LineResult } from '#contract/line-orders.ts'
import type { ShippingChoice } from '#contract/shipping.ts'
import { t } from '#contract/translate.ts'
import { recordAudit } from '../../audit/audit.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'
import { groupSubject } from '../back-office/group-care.service.ts'
import { areOrdered, changePlaceIn } from '../join/change.service.ts'
import { findGroupToJoin } from '../join/join.queries.ts'
import { type AskedLine, unitsOf } from '../join/join-price.ts'
import { takePlace } from '../join/take-place.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'
import { findOwnParticipation } from '../participations.queries.ts'
import { type LineGroup, readLineGroup } from './line-group.ts'
import {
  type AskedPerson,
  type EnteredPlace,
  keeperOf,
  lineMember,
  lineOwner,
  listEnteredPlaces,
  rememberPerson,
} from './line-people.queries.ts'

interface EnterDeps extends GroupMailDeps {
  db: NodePgDatabase
  subscribers: readonly OrderSubscriber[]
  paymentProviders: PaymentProviders
}

export interface PlaceToEnter extends AskedPerson {
  /** All that the person has from now on; none: the place is given up. */
  lines: readonly AskedLine[]
  /** Of the place that was shown; undefined: none was. */
  version: number | undefined
  /** The ceiling that was shown, in whole NT$. */
  expectedTotal: number | undefined
}

interface EnterRequest {
  facts: LineGroup['facts']
  actor: Actor
  places: readonly PlaceToEnter[]
  pickUp: ShippingChoice | undefined
}

/**
 * Enters the places of people of a chat, each in a transaction of its own: one that is refused leaves
 * the others. What is asked for is what a person has in all, so a call that is sent again changes nothing.
 */
export async function enterLineOrders(
  deps: EnterDeps,
  request: EnterRequest,
): Promise<LineResult[]> {
  const { refusal, pickUps } = await readLineGroup(deps.db, request.facts)
  if (refusal !== undefined) throw new ShopError('LINE_ORDERS_REFUSED', { message: refusal })
  const pickUp = request.pickUp ?? pickUps[0]
  const results: LineResult[] = []
  for (const place of request.places) {
    const { name } = place
    try {
      const outcome = await transaction(deps.db, (tx) =>
        enterPlace(tx, deps, { ...request, pickUp }, place),
      )
      results.push({ name, outcome })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      results.push({ name, outcome: 'refused', message: refusalText(error) })
    }
  }
  return results
}

/** Some sentences speak to the member whose place it is. */
const refusals: Partial<Record<ShopError['code'], string>> = {
  GROUP_ALREADY_JOINED: '剛剛已登錄過，請重新讀取',
  MEMBER_LAPSED: '有 2 次成團未付款，不能再代為登錄',
  GROUP_PAYMENT_OPEN: '對方正在付款，不能變更',
}

function refusalText({ code, reply }: ShopError): string {
  const text = t(refusals[code]) ?? [reply.message].flat().join(t('、'))
  return text.replace('您已跟團', '已跟團')
}

async function enterPlace(
  tx: Transaction,
  deps: EnterDeps,
  request: EnterRequest,
  place: PlaceToEnter,
): Promise<LineResult['outcome']> {
  const { facts, actor } = request
  const { group, campaign } = facts
  const groupId = group.id
  const person = await rememberPerson(tx, { keeper: keeperOf(group), groupId }, place)
  const [known] = await listEnteredPlaces(tx, { groupId, personId: person.id })
  if (known ? await hasLines(tx, known, place.lines) : place.lines.length === 0) return 'unchanged'
  if (known?.version !== place.version) throw new ShopError('LINE_PLACE_CHANGED')
  const outcome = await writePlace(tx, deps, request, { place, person, known })
  if (actor.kind === 'admin') {
    await recordAudit(tx, actor, {
      action: 'group.line_orders',
      subject: groupSubject(group, campaign),
      before: { qty: known?.qty ?? 0 },
      after: { qty: unitsOf(place.lines) },
    })
  }
  return outcome
}

async function hasLines(
  tx: Transaction,
  { id, personId }: EnteredPlace,
  lines: readonly AskedLine[],
): Promise<boolean> {
  const found = await findOwnParticipation(tx, { id, memberId: lineMember(personId) })
  return found !== undefined && areOrdered(found, lines)
}

async function writePlace(
  tx: Transaction,
  deps: EnterDeps,
  { facts, actor, pickUp }: EnterRequest,
  {
    place: { lines, expectedTotal },
    person,
    known,
  }: {
    place: PlaceToEnter
    person: { id: string; contactName: string; tel: string }
    known: EnteredPlace | undefined
  },
): Promise<LineResult['outcome']> {
  const memberId = lineMember(person.id)
  if (known && lines.length === 0) {
    await endPlace(tx, deps, known, actor)
    return 'ended'
  }
  if (known) {
    const { id, owner } = known
    const kept = { acceptsFewer: undefined, isAnonymous: undefined, scale: 1 }
    await changePlaceIn(tx, deps, { ...kept, id, owner, memberId, actor, lines, expectedTotal })
    return 'changed'
  }
  const found = await findGroupToJoin(tx, facts.group.code)
  if (!found) throw new ShopError('GROUP_NOT_FOUND')
  await takePlace(tx, deps, {
    facts: found,
    group: found.group,
    request: {
      ...{ memberId, owner: lineOwner(person.id), actor, lines, expectedTotal },
      user: { name: person.contactName, email: '', tel: person.tel, address: '' },
      shipping: pickUp,
      message: '',
      // Whoever enters it answers for the person, as the owner of the shop has allowed.
      isProved: true,
      isForOther: true,
      acceptsFewer: false,
      isAnonymous: false,
      via: 'line',
      coupon: undefined,
      privacyVersion: undefined,
    },
  })
  return 'entered'
}

/** As the person would leave the group; the staff may also once its minimum is reached. */
async function endPlace(
  tx: Transaction,
  { subscribers }: EnterDeps,
  { id, orderId, personId }: EnteredPlace,
  actor: Actor,
): Promise<void> {
  const order = await lockAnyOrder(tx, orderId)
  const found = await findOwnParticipation(tx, { id, memberId: lineMember(personId) })
  if (!order || found?.participation.state !== 'held') throw new ShopError('GROUP_CLOSED')
  const event = actor.kind === 'admin' ? 'cancel_by_owner' : 'cancel'
  await transitionOrder(tx, order, { event, actor }, subscribers)
}
