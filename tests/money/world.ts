import type { RaceHarness } from '../race/race-harness.ts'
import type { Shopper } from '../race/shopper.ts'
import type { GatewayProcess } from './gateway-process.ts'

/** A shop under test, and those whom it speaks to. */
export interface World {
  harness: RaceHarness
  /** The try-out server of payments, that of logistics, and that of LINE Pay. */
  gateway: GatewayProcess
  logistics: GatewayProcess
  wallet: GatewayProcess
  storeOrders: StoreOrders
  random: () => number
}

export interface StoreOrders {
  methodId: string
  /** Of each order to a store. */
  shoppers: Map<string, Shopper>
}
