import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { formatMoney } from '#contract/money.ts'
import { type FeeSteps, shippingFee } from '#contract/shipping.ts'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import {
  type ShippingReason,
  storeBounds,
  storeChainLabels,
  type Temperature,
  temperatureLabels,
} from '#contract/shipping-kinds.ts'
import { t } from '#contract/translate.ts'
import { isOutlying } from './outlying.ts'

/** Goods of an order, as far as a parcel must know them. */
export interface BasketLine {
  title: string
  qty: number
  temperature: Temperature
  /** Of one piece; null: nobody has told. */
  weightG: number | null
  /** Length, width and height of one piece. */
  sidesMm: readonly number[] | null
}

export interface Basket {
  /** The discounted sum in whole NT$. */
  payable: number
  lines: readonly BasketLine[]
}

/** Where an order goes; what is not known yet is empty. */
export interface Destination {
  county: string
  district: string
  /** The chosen store, with its own place. */
  store?: { chain: StoreChain; county: string; district: string }
}

export const nowhere: Destination = { county: '', district: '' }

interface Refusal {
  code: ShippingReason
  /** One line for the shopper to read. */
  text: string
}

/** A method with its fee in whole NT$ for a basket, or why it cannot carry it. */
export type Offer =
  | { method: AdminShippingMethod; fee: number; refusal?: never }
  | { method: AdminShippingMethod; fee?: never; refusal: Refusal }

/** The offer of each method that is on, in their order. */
export function offerMethods(
  methods: readonly AdminShippingMethod[],
  basket: Basket,
  destination: Destination,
): Offer[] {
  return methods
    .filter(({ is_on }) => is_on)
    .map((method) => offerMethod(method, basket, destination))
}

/** The same of one method, whether it is on or not. */
export function offerMethod(
  method: AdminShippingMethod,
  basket: Basket,
  destination: Destination,
): Offer {
  const step = stepOf(method, basket)
  if (typeof step !== 'number') return { method, refusal: step }
  const isFar = isOnIsland(method, destination)
  const { mode, amount = 0 } = method.outlying
  const base = shippingFee({ fee: step, free_over: method.free_over }, basket.payable)
  const fee = base + (isFar && mode === 'surcharge' ? amount : 0)
  const refusal =
    temperatureRefusal(method, basket) ??
    weightRefusal(method, basket) ??
    sizeRefusal(method, basket) ??
    amountRefusal(method, basket.payable + fee) ??
    placeRefusal(method, { isFar, chain: destination.store?.chain })
  return refusal ? { method, refusal } : { method, fee }
}

/** The fee before what lowers and raises it, or that no step reaches so far. */
function stepOf({ fee, steps }: AdminShippingMethod, { lines }: Basket): number | Refusal {
  if (!steps) return fee
  const amount = steps.by === 'weight' ? weightOf(lines) : piecesOf(lines)
  const row = steps.rows.find(({ up_to: upTo }) => upTo === null || amount <= upTo)
  return row?.fee ?? beyondSteps(steps)
}

function beyondSteps({ by, rows }: FeeSteps): Refusal {
  const upTo = rows.at(-1)?.up_to ?? 0
  return by === 'weight'
    ? tooHeavy(upTo)
    : { code: 'qty', text: t('超過可寄送的數量上限 {upTo} 件', { upTo }) }
}

function temperatureRefusal(
  { kind, temperatures, mixes }: AdminShippingMethod,
  { lines }: Basket,
): Refusal | undefined {
  const other = lines.find(({ temperature }) => !temperatures.includes(temperature))
  if (other) {
    const text = t('無法配送{temperature}商品「{title}」', {
      temperature: t(temperatureLabels[other.temperature]),
      title: other.title,
    })
    return { code: 'temperature', text }
  }
  // Nothing travels where shoppers come themselves.
  if (mixes || kind === 'place') return undefined
  const [first] = lines
  const second = lines.find(({ temperature }) => temperature !== first?.temperature)
  if (!first || !second) return undefined
  const named = [first, second].map(({ title, temperature }) =>
    t('「{title}」（{temperature}）', { title, temperature: t(temperatureLabels[temperature]) }),
  )
  return {
    code: 'temperature',
    text: t('{named}不能一起寄送，請分開下單', { named: named.join(t('與')) }),
  }
}

function weightRefusal(method: AdminShippingMethod, { lines }: Basket): Refusal | undefined {
  const bound = boundOf(method, method.max_weight_g, storeBounds.weight)
  return bound !== null && weightOf(lines) > bound ? tooHeavy(bound) : undefined
}

function tooHeavy(grams: number): Refusal {
  const shown =
    grams >= 1_000 ? t('{grams} 公斤', { grams: grams / 1_000 }) : t('{grams} 公克', { grams })
  return { code: 'weight', text: t('超過可寄送的重量上限 {shown}', { shown }) }
}

/**
 * A piece must be within the bounds of a parcel, and all of them within the volume of the largest
 * one, a cube. How they would be packed is not known: what passes may still not fit.
 */
function sizeRefusal(method: AdminShippingMethod, { lines }: Basket): Refusal | undefined {
  const sides = boundOf(method, method.max_sides_mm, storeBounds.sides)
  const longest = method.kind === 'store' ? storeBounds.longest : null
  const long = longest !== null && lines.find(({ sidesMm }) => sidesMm && max(sidesMm) > longest)
  if (long) {
    return {
      code: 'size',
      text: t('「{title}」的最長邊超過 {longest} 公分', {
        title: long.title,
        longest: longest / 10,
      }),
    }
  }
  if (sides === null) return undefined
  const large = lines.find(({ sidesMm }) => sidesMm && sum(sidesMm) > sides)
  if (large) {
    return {
      code: 'size',
      text: t('「{title}」的三邊合計超過 {sides} 公分', { title: large.title, sides: sides / 10 }),
    }
  }
  const volume = sum(lines.map(({ qty, sidesMm }) => qty * (sidesMm?.reduce(multiply) ?? 0)))
  if (volume <= (sides / 3) ** 3) return undefined
  return {
    code: 'size',
    text: t('商品合計的體積，超過三邊合計 {sides} 公分的包裹', { sides: sides / 10 }),
  }
}

function amountRefusal(method: AdminShippingMethod, charge: number): Refusal | undefined {
  const bound = boundOf(method, method.max_amount, storeBounds.amount)
  if (bound === null || charge <= bound) return undefined
  return { code: 'amount', text: t('訂單金額超過上限 {bound}', { bound: formatMoney(bound) }) }
}

function placeRefusal(
  { kind, outlying, chains }: AdminShippingMethod,
  { isFar, chain }: { isFar: boolean; chain: StoreChain | undefined },
): Refusal | undefined {
  if (isFar && outlying.mode === 'refused') return { code: 'outlying', text: t('不配送離島') }
  if (kind !== 'store' || !chain || chains?.includes(chain)) return undefined
  const names = chains?.map((one) => t(storeChainLabels[one])).join(t('、'))
  return { code: 'chain', text: t('請選擇{names}的門市', { names }) }
}

function isOnIsland({ kind }: AdminShippingMethod, { store, ...address }: Destination): boolean {
  if (kind === 'place') return false
  return isOutlying(kind === 'store' ? (store ?? nowhere) : address)
}

/** Chains have bounds of their own; those of the method can only be lower. */
function boundOf(
  { kind }: AdminShippingMethod,
  own: number | null,
  ofStores: number,
): number | null {
  if (kind !== 'store') return own
  return Math.min(own ?? ofStores, ofStores)
}

const weightOf = (lines: Basket['lines']) =>
  sum(lines.map(({ qty, weightG }) => qty * (weightG ?? 0)))
const piecesOf = (lines: Basket['lines']) => sum(lines.map(({ qty }) => qty))
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const max = (numbers: readonly number[]) => Math.max(...numbers)
const multiply = (product: number, one: number) => product * one
