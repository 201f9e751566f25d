import { type StockReason, stockLevelAt, stockReasons } from '#contract/stock-rules.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { movementActor } from './movements.ts'
import {
  countHeld,
  deleteStock,
  type LockedStock,
  lockStock,
  recordMovements,
  writeOnHand,
} from './stock.queries.ts'

export interface StockUpdate {
  variantId: string
  onHand: number
  /** `imported` is from a file. */
  reason: StockReason | 'imported'
  note: string | undefined
  /** Stock shown to the administrator; undefined where none was shown. */
  expected: number | null | undefined
}

/** Pieces of these products in orders that are not shipped: only the orders know them. */
export type CountUnshipped = (
  db: Db,
  variantIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>

export interface UpdatedStock {
  onHand: number
  held: number
  /** It is counted from now on: earlier orders hold nothing of it. */
  isFirst: boolean
  isLevelChanged: boolean
}

/** Throws STOCK_REASON_MISSING or STOCK_NOTE_MISSING. */
export function readReason(input: { reason?: string; note?: string }): {
  reason: StockReason
  note: string | undefined
} {
  const reason = stockReasons.find((known) => known === input.reason)
  if (!reason) throw new ShopError('STOCK_REASON_MISSING')
  const note = input.note?.trim() || undefined
  if (reason === 'other' && note === undefined) throw new ShopError('STOCK_NOTE_MISSING')
  return { reason, note }
}

export function updateStock(
  db: Transaction,
  actor: StaffActor,
  update: StockUpdate,
): Promise<UpdatedStock> {
  const { variantId, onHand, reason, note, expected } = update
  return transaction(db, async (tx) => {
    const [known] = await lockStock(tx, [variantId])
    if (!known) throw new ShopError('PRODUCT_NOT_FOUND')
    const changed = changedOnHand(known, expected)
    if (changed) throw new ShopError('STOCK_CHANGED', { message: changed })
    const refusal = belowHeld(known, onHand)
    if (refusal) throw new ShopError('STOCK_BELOW_HELD', { message: refusal })
    await setOnHand(tx, actor, [{ known, onHand }], { kind: reason, note })
    await recordAudit(tx, actor, {
      action: 'stock.update',
      subject: { kind: 'product', id: known.productId, title: known.title },
      before: { onHand: known.onHand },
      after: { onHand, reason, ...(note !== undefined && { note }) },
    })
    return {
      onHand,
      held: known.held,
      isFirst: known.onHand === null,
      isLevelChanged: isLevelChanged(known, onHand),
    }
  })
}

/** Pieces that were sold before a product was counted, and are not shipped; of products with any. */
export async function countUnheld(
  db: Db,
  variantIds: readonly string[],
  countUnshipped: CountUnshipped,
): Promise<Map<string, number>> {
  if (variantIds.length === 0) return new Map()
  const [unshipped, held] = await Promise.all([
    countUnshipped(db, variantIds),
    countHeld(db, variantIds),
  ])
  const left = [...unshipped].map(([id, n]): [string, number] => [id, n - (held.get(id) ?? 0)])
  return new Map(left.filter(([, n]) => n > 0))
}

export function unheldNotice(pieces: number): string {
  return `另有 ${pieces} 件${soldBefore}`
}

const soldBefore = '已售出、尚未出貨，不計入此數量'
/** A notice names no more products. */
const namedProducts = 3

/** The same of several products; undefined for none. */
export function unheldNoticeOf(
  products: readonly { title: string; pieces: number }[],
): string | undefined {
  if (products.length === 0) return undefined
  const named = products
    .slice(0, namedProducts)
    .map(({ title, pieces }) => `「${title}」另有 ${pieces} 件`)
  const rest = products.length > namedProducts ? `等 ${products.length} 項商品` : ''
  return `${named.join('、')}${rest}${soldBefore}`
}

interface CountedStock {
  isLevelChanged: boolean
  /** The products that are counted from now on: earlier orders hold nothing of them. */
  firsts: { variantId: string; title: string }[]
}

type CountedLine = Pick<StockUpdate, 'variantId' | 'onHand' | 'expected'>

/** Sets the counted numbers of several products, all or none. */
export function countStock(
  db: Transaction,
  actor: StaffActor,
  count: { lines: readonly CountedLine[]; note: string | undefined },
): Promise<CountedStock> {
  const { lines, note } = count
  return transaction(db, async (tx) => {
    const found = await lockStock(
      tx,
      lines.map(({ variantId }) => variantId),
    )
    const byId = new Map(found.map((known) => [known.variantId, known]))
    const counted = lines.map(({ variantId, onHand, expected }) => {
      const known = byId.get(variantId)
      if (!known) throw new ShopError('PRODUCT_NOT_FOUND')
      return { known, onHand, expected }
    })
    assertAsExpected(counted)
    assertNotBelowHeld(counted)
    await setOnHand(tx, actor, counted, { kind: 'counted', note })
    await recordAudit(tx, actor, {
      action: 'stock.count',
      subject: { kind: 'product', title: `${counted.length} 項商品` },
      before: Object.fromEntries(counted.map(({ known }) => [known.variantId, known.onHand])),
      after: Object.fromEntries(counted.map(({ known, onHand }) => [known.variantId, onHand])),
    })
    return {
      isLevelChanged: counted.some(({ known, onHand }) => isLevelChanged(known, onHand)),
      firsts: counted.flatMap(({ known }) => (known.onHand === null ? [known] : [])),
    }
  })
}

/** Stops counting a product. True when its level has changed. */
export function closeStock(
  db: Transaction,
  actor: StaffActor,
  variantId: string,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [known] = await lockStock(tx, [variantId])
    if (!known || known.onHand === null) throw new ShopError('PRODUCT_NOT_FOUND')
    const { productId, onHand, held, title } = known
    const movement = { variantId, onHandChange: -onHand, heldChange: -held, onHand: 0, held: 0 }
    await Promise.all([
      deleteStock(tx, variantId),
      recordMovements(tx, [movement], {
        ...movementActor(actor),
        kind: 'closed',
        note: undefined,
      }),
      recordAudit(tx, actor, {
        action: 'stock.close',
        subject: { kind: 'product', id: productId, title },
        before: { onHand, held },
        after: { onHand: null },
      }),
    ])
    return stockLevelAt(onHand - held) !== null
  })
}

interface Counted {
  known: LockedStock
  onHand: number
}

async function setOnHand(
  tx: Transaction,
  actor: StaffActor,
  counted: readonly Counted[],
  cause: { kind: StockReason | 'imported'; note: string | undefined },
): Promise<void> {
  const movements = counted.map(({ known: { variantId, held, onHand: before }, onHand }) => {
    const onHandChange = onHand - (before ?? 0)
    return { variantId, onHandChange, heldChange: 0, onHand, held }
  })
  await Promise.all([
    writeOnHand(
      tx,
      movements.map(({ variantId, onHand }) => ({ variantId, onHand })),
    ),
    recordMovements(tx, movements, { ...movementActor(actor), ...cause }),
  ])
}

/** Why a number is refused that was set by another number than the one of now. */
function changedOnHand(
  { onHand }: LockedStock,
  expected: StockUpdate['expected'],
): string | undefined {
  if (expected === undefined || expected === onHand) return undefined
  return `庫存已變更為${onHand === null ? '不限量' : ` ${onHand} 件`}，請重新確認`
}

function assertAsExpected(
  counted: readonly (Counted & { expected: StockUpdate['expected'] })[],
): void {
  const lines = counted.flatMap(({ known, expected }) => {
    const message = changedOnHand(known, expected)
    return message ? [{ known, message }] : []
  })
  if (lines.length === 0) return
  throw new ShopError('STOCK_CHANGED', {
    message: lines.map(({ known, message }) => `「${known.title}」${message}`),
    lines: lines.map(({ known, message }) => ({
      ...idsOf(known),
      message,
      on_hand: known.onHand,
    })),
  })
}

/** Why a number is refused; undefined for one that is not. */
export function belowHeld({ held }: Pick<LockedStock, 'held'>, onHand: number): string | undefined {
  if (onHand >= held) return undefined
  return `已有 ${held} 件保留給訂單，庫存不可少於 ${held} 件`
}

function assertNotBelowHeld(counted: readonly Counted[]): void {
  const lines = counted.flatMap(({ known, onHand }) => {
    const message = belowHeld(known, onHand)
    return message ? [{ ids: idsOf(known), message, title: known.title }] : []
  })
  if (lines.length === 0) return
  throw new ShopError('STOCK_BELOW_HELD', {
    message: lines.map(({ title, message }) => `「${title}」${message}`),
    lines: lines.map(({ ids, message }) => ({ ...ids, message })),
  })
}

/** As the wire names it. */
function idsOf({ productId, variantId }: LockedStock) {
  return { product_id: productId, ...(variantId !== productId && { variant_id: variantId }) }
}

function isLevelChanged({ onHand, held }: LockedStock, next: number): boolean {
  const before = onHand === null ? null : stockLevelAt(onHand - held)
  return before !== stockLevelAt(next - held)
}
