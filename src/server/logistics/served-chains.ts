import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { type StoreChain, storeChainLabels } from '#contract/shipping-kinds.ts'

/** Why an account that serves these chains cannot bring what is sent by a method; undefined: it can. */
export function chainsRefusal(
  { kind, chains = [] }: Pick<AdminShippingMethod, 'kind' | 'chains'>,
  served: readonly StoreChain[] | undefined,
): string | undefined {
  if (kind !== 'store') return undefined
  if (!served) return '沒有超商物流的帳號'
  const others = chains.filter((chain) => !served.includes(chain))
  if (others.length === 0) return undefined
  return `物流帳號不能寄到 ${others.map((chain) => storeChainLabels[chain]).join('、')}`
}
