/** The chains of convenience stores, by the names that ECPay's list has for them. */
export const storeChains = ['UNIMART', 'FAMI', 'HILIFE', 'OKMART'] as const
export type StoreChain = (typeof storeChains)[number]

/** `C2C`: handed in at any store (店到店). `B2C`: brought to the centre of the chain (大宗寄倉). */
export const logisticsContracts = ['C2C', 'B2C'] as const
export type LogisticsContract = (typeof logisticsContracts)[number]

/** Whether a contract has parcels of this chain: OK takes none in bulk. */
export function servesChain(contract: LogisticsContract, chain: StoreChain): boolean {
  return contract === 'C2C' || chain !== 'OKMART'
}
