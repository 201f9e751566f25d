import { type StoreChain, storeChains } from '#contract/shipping-kinds.ts'
import type { LogisticsContract } from '#contract/stores.ts'

/** `LogisticsSubType`: the chain, by the kind of contract. */
export function subTypeOf(chain: StoreChain, contract: LogisticsContract): string {
  return contract === 'C2C' ? `${chain}C2C` : chain
}

export function chainOf(subType: string | undefined): StoreChain | undefined {
  const name = subType?.replace(/C2C$/, '')
  return storeChains.find((chain) => chain === name)
}

const c2cLabels: Record<StoreChain, string> = {
  UNIMART: '/Express/PrintUniMartC2COrderInfo',
  FAMI: '/Express/PrintFAMIC2COrderInfo',
  HILIFE: '/Express/PrintHILIFEC2COrderInfo',
  OKMART: '/Express/PrintOKMARTC2COrderInfo',
}

/** Where the label of a parcel is printed. */
export function labelPath(chain: StoreChain, contract: LogisticsContract): string {
  return contract === 'C2C' ? c2cLabels[chain] : '/helper/printTradeDocument'
}
