import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { formatMoney } from '#contract/money.ts'
import type { FeeSteps, Outlying } from '#contract/shipping.ts'
import { storeChainLabels, temperatureLabels, temperatures } from '#contract/shipping-kinds.ts'

/** The fee of a method and its limits, in a line or two for the list. */
export function methodText(method: AdminShippingMethod): string {
  return [feeText(method), ...outlyingText(method.outlying), ...carriedText(method)].join('・')
}

function feeText({ fee, free_over: freeOver, steps }: AdminShippingMethod): string {
  const base = steps ? stepsText(steps) : fee === 0 ? '免運費' : formatMoney(fee)
  const isFree = !steps && fee === 0
  return freeOver === null || isFree ? base : `${base}，滿 ${formatMoney(freeOver)} 免運`
}

function stepsText({ by, rows }: FeeSteps): string {
  const fees = rows.map(({ fee }) => fee)
  const [least, most] = [Math.min(...fees), Math.max(...fees)]
  const range =
    least === most ? formatMoney(least) : `${formatMoney(least)} 至 ${formatMoney(most)}`
  return `${by === 'weight' ? '依重量' : '依件數'} ${range}`
}

function outlyingText({ mode, amount = 0 }: Outlying): string[] {
  if (mode === 'refused') return ['不送離島']
  return mode === 'surcharge' ? [`離島加 ${formatMoney(amount)}`] : []
}

function carriedText({ temperatures: carried, chains, places }: AdminShippingMethod): string[] {
  const isAll = temperatures.every((one) => carried.includes(one))
  const names = temperatures.filter((one) => carried.includes(one))
  return [
    ...(chains ? [chains.map((chain) => storeChainLabels[chain]).join('、')] : []),
    ...(places ? [places.map(({ name }) => name).join('、')] : []),
    ...(isAll ? [] : [names.map((one) => temperatureLabels[one]).join('、')]),
  ]
}
