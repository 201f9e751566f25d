import { shopErrors } from '#contract/errors.ts'
import { orderStateLabels } from '#contract/order-states.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { AdminActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import {
  listOrdersInGroups,
  lockAnyOrder,
  lockOrder,
} from '../../orders/back-office/admin-orders.queries.ts'
import { archiveOrder } from '../../orders/back-office/admin-orders.service.ts'
import { lastRunOf, type OrderUndo, undoOfRun } from '../../orders/back-office/undo-run.service.ts'
import {
  deliverOrder,
  prepareOrder,
  type StaffCall,
  shipParcel,
} from '../../orders/fulfilment/fulfilment.service.ts'
import {
  balanceDueMessage,
  listLiveOrderIds,
  listOrdersById,
  lockPrinted,
  type PackableOrder,
  paidBackMessage,
  refusePaidBack,
  setPrinted,
} from '../../orders/fulfilment/packing.queries.ts'
import { printOrder, readUnpackable } from '../../orders/fulfilment/packing.service.ts'
import { readTrackingNumbers } from '../../orders/fulfilment/parcels.queries.ts'
import { listSentAlong, lockMates, lockParcels } from '../../orders/merging/parcel-mates.queries.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { type OrderTransitionEvent, outcomeOf } from '../../orders/order-states.ts'
import { subjectOf } from '../../orders/order-subject.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import { type HeldQuantity, readHolds } from '../../stock/stock-holds.queries.ts'
import type { EntryChange, EntryDone, RunAction, RunInput, RunSubject } from '../run-action.ts'
import { archiveAction, restoreAction } from './archive.ts'

interface OrderActionDeps {
  subscribers: readonly OrderSubscriber[]
}

/** A change of one order in the transaction of its entry, by the function of a single change. */
type OrderChange = (
  call: StaffCall,
  order: OrderRow,
  input: RunInput,
) => Promise<EntryDone | undefined>

const notFound = '找不到訂單'

export function orderRunActions({ subscribers }: OrderActionDeps): RunAction[] {
  /** An action that moves an order along its table of states. */
  function moving(
    name: string,
    event: OrderTransitionEvent,
    change: OrderChange,
    checkInput?: RunAction['checkInput'],
  ): RunAction {
    return {
      ...{ kind: 'orders', name, permission: 'order.ship' },
      ...(checkInput && { checkInput }),
      find: listLiveOrderIds,
      check: (db, ids) => checkOrders(db, ids, async (found) => refusalsOf(found, event)),
      async apply({ tx, actor, run, entry }) {
        const id = entry.subjectId ?? ''
        // In the order of the ids, also with those that share its parcel.
        await lockParcels(tx, [id])
        const order = await lockOrder(tx, id)
        if (!order) throw new ShopError('ORDER_NOT_FOUND')
        const message = refusalOf(order, event)
        if (message !== undefined && (await isDoneWithMate(tx, order, { event, run }))) {
          return { undo: { isAlong: true } }
        }
        if (message !== undefined) throw new ShopError('ORDER_STATE', { message })
        return change({ db: tx, actor, subscribers }, order, run.input)
      },
      undo: (change) => undoOrder(change, subscribers),
    }
  }

  return [
    moving('prepare', 'prepare', async (call, { id }) => {
      await refusePaidBack(call.db, id)
      await prepareOrder(call, id)
      return undefined
    }),
    moving('ship', 'ship_rest', shipOrder, requireCarrier),
    moving('deliver', 'deliver', async (call, { id }) => ({
      undo: await deliverParcels(call, id),
    })),
    ...archiving(),
    printing,
  ]
}

function archiving(): RunAction[] {
  const of = {
    kind: 'orders',
    subject: 'order',
    archive: (tx: Transaction, actor: AdminActor, id: string) => archiveOrder(tx, id, actor),
    async isLast(tx: Transaction, { runId }: AdminActor, id: string) {
      await lockAnyOrder(tx, id)
      return (await lastRunOf(tx, id)) === runId
    },
  } as const
  const check = (db: Db, ids: readonly string[]) =>
    checkOrders(db, ids, (found) => readOpenInGroup(db, found))
  const archive = archiveAction({ ...of, find: listLiveOrderIds, check })
  return [{ ...archive, isSensitive: true }, restoreAction(of)]
}

/** Marks each as printed when the print view opens. */
const printing: RunAction = {
  ...{ kind: 'orders', name: 'print', permission: 'order.ship' },
  find: listLiveOrderIds,
  check: (db, ids) => checkOrders(db, ids, (found) => readUnpackable(db, found)),
  apply: async ({ tx, actor, entry }) => ({
    undo: { ...(await printOrder(tx, entry.subjectId ?? '', actor)) },
  }),
  async undo({ tx, actor, entry }) {
    const id = entry.subjectId ?? ''
    // Written by `apply`.
    const { at, before } = (entry.undo ?? {}) as { at?: string; before?: string | null }
    const printed = await lockPrinted(tx, id)
    const [order] = await listOrdersById(tx, [id])
    if (!order || printed?.at !== at) return false
    await setPrinted(tx, id, before ?? null)
    await recordAudit(tx, actor, { action: 'order.undo', subject: subjectOf(order) })
    return true
  },
}

const inGroup = shopErrors.ORDER_IN_GROUP.message

async function readOpenInGroup(
  db: Db,
  found: readonly PackableOrder[],
): Promise<Map<string, string>> {
  const ids = await listOrdersInGroups(
    db,
    found.map(({ id }) => id),
  )
  return new Map(ids.map((id) => [id, inGroup]))
}

/** Titles are the numbers of orders, in the order of the ids. */
async function checkOrders(
  db: Db,
  ids: readonly string[],
  readReasons: (found: readonly PackableOrder[]) => Promise<Map<string, string>>,
): Promise<RunSubject[]> {
  const rows = await listOrdersById(db, ids)
  const found = new Map(rows.map((order) => [order.id, order]))
  const reasons = await readReasons(rows)
  return ids.map((id) => {
    const order = found.get(id)
    if (!order || order.deletedAt) return { id, title: order?.number ?? id, reason: notFound }
    const reason = reasons.get(id)
    return { id, title: order.number, ...(reason !== undefined && { reason }) }
  })
}

function refusalsOf(
  found: readonly PackableOrder[],
  event: OrderTransitionEvent,
): Map<string, string> {
  return new Map(
    found.flatMap((order) => {
      const reason = refusalOf(order, event) ?? (event === 'deliver' ? undefined : faultOf(order))
      return reason === undefined ? [] : [[order.id, reason] as const]
    }),
  )
}

/** Why its money does not let it leave the shop. */
function faultOf({ isPaidBack, balanceDue }: PackableOrder): string | undefined {
  if (isPaidBack) return paidBackMessage
  return balanceDue > 0 ? balanceDueMessage : undefined
}

/** Why the state does not lead anywhere; what is so already is no change either. */
function refusalOf(
  order: Pick<OrderRow, 'state' | 'payment' | 'paymentMethod'>,
  event: OrderTransitionEvent,
): string | undefined {
  const outcome = outcomeOf(order, event)
  if (outcome !== 'refused' && outcome !== 'same') return undefined
  return `訂單目前為「${orderStateLabels[order.state]}」`
}

export function undoOrder(
  { tx, actor, entry }: EntryChange,
  subscribers: readonly OrderSubscriber[],
): Promise<boolean> {
  // Written by `apply` of these very actions.
  const undo = (entry.undo ?? {}) as OrderUndo
  if (undo.isAlong) return Promise.resolve(true)
  return undoOfRun({ db: tx, actor, subscribers }, entry.subjectId ?? '', undo)
}

/**
 * Whether this very run has sent, or delivered, the parcel that an order shares with another entry.
 * Throws where the order was to have a tracking number of its own.
 */
export async function isDoneWithMate(
  tx: Transaction,
  order: OrderRow,
  { event, run }: { event: OrderTransitionEvent; run: { id: string; input: RunInput } },
): Promise<boolean> {
  const { id, shipsWith } = order
  if (shipsWith === null || outcomeOf(order, event) !== 'same') return false
  if ((await lastRunOf(tx, id)) !== run.id) return false
  const number = (run.input as ShipInput).tracking_numbers?.[id] ?? ''
  const sent = (await readTrackingNumbers(tx, [id])).get(id)?.at(-1) ?? ''
  if (number === '' || number === sent) return true
  const message = sent === '' ? '已併單出貨，沒有貨運單號' : `已併單出貨，貨運單號是 ${sent}`
  throw new ShopError('ORDER_STATE', { message })
}

/** Marks the parcels of an order as delivered; what an undo needs, also of the orders in them. */
async function deliverParcels(call: StaffCall, id: string) {
  const delivered = await deliverOrder(call, id)
  const along: NonNullable<OrderUndo['along']> = []
  for (const parcelId of delivered) {
    for (const mate of await listSentAlong(call.db, { id, parcelId })) {
      along.push({ id: mate.id, delivered: [mate.parcelId] })
    }
  }
  return { delivered, ...(along.length > 0 && { along }) }
}

function requireCarrier({ carrier }: RunInput): void {
  if (carrier !== undefined) return
  const message = '請選擇物流公司'
  throw new ShopError('INVALID_INPUT', { message, fields: { carrier: message } })
}

/** The schema of the call has checked the input. */
interface ShipInput {
  carrier?: Parameters<typeof shipParcel>[2]['carrier']
  tracking_numbers?: Record<string, string>
}

export async function shipOrder(
  call: StaffCall,
  { id }: OrderRow,
  input: RunInput,
): Promise<EntryDone | undefined> {
  const { carrier = 'other', tracking_numbers: numbers = {} } = input as ShipInput
  await refusePaidBack(call.db, id)
  const orders = await lockMates(call.db, id)
  const before = new Map<string, HeldQuantity[]>()
  for (const order of orders) before.set(order.id, await readHolds(call.db, order.id))
  // Typed once for a parcel, and whichever of its entries comes first ships it.
  const number = [id, ...before.keys()].map((one) => numbers[one] ?? '').find((one) => one !== '')
  const parcelId = await shipParcel(call, id, { carrier, tracking_number: number ?? '' })
  const takenOf = async (orderId: string) => {
    const held = await readHolds(call.db, orderId)
    return lessened(before.get(orderId) ?? [], held)
  }
  const along: NonNullable<OrderUndo['along']> = []
  for (const mate of parcelId ? await listSentAlong(call.db, { id, parcelId }) : []) {
    along.push({ ...mate, taken: await takenOf(mate.id) })
  }
  return { undo: { parcelId, taken: await takenOf(id), ...(along.length > 0 && { along }) } }
}

function lessened(before: readonly HeldQuantity[], after: readonly HeldQuantity[]): HeldQuantity[] {
  const left = new Map(after.map(({ variantId, qty }) => [variantId, qty]))
  return before.flatMap(({ variantId, qty }) => {
    const kept = left.get(variantId) ?? 0
    return qty > kept ? [{ variantId, qty: qty - kept }] : []
  })
}
