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

const validDays: Record<LogisticsContract, Record<StoreChain, number>> = {
  C2C: { UNIMART: 6, FAMI: 6, HILIFE: 7, OKMART: 7 },
  B2C: { UNIMART: 5, FAMI: 6, HILIFE: 7, OKMART: 7 },
}

/** How many days after its own a number is valid. */
export function validDaysOf(chain: StoreChain, contract: LogisticsContract): number {
  return validDays[contract][chain]
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
