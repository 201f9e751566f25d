import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type { StoreChain } from './shipping-kinds.ts'
import type * as schema from './stores.schema.ts'

/** `C2C`: handed in at any store (店到店). `B2C`: brought to the centre of the chain (大宗寄倉). */
export const logisticsContracts = ['C2C', 'B2C'] as const
export type LogisticsContract = (typeof logisticsContracts)[number]

/** Whether a contract has parcels of this chain: OK takes none in bulk. */
export function servesChain(contract: LogisticsContract, chain: StoreChain): boolean {
  return contract === 'C2C' || chain !== 'OKMART'
}

/** A convenience store that takes parcels. */
export type Store = Static<typeof schema.Store>
/** A store that the shopper has chosen, with the token by which an order names it. */
export type StoreChoice = Static<typeof schema.StoreChoice>

/** Why a map has led back without a store; in the query of the address as `store`. */
export type MapFault = 'late' | 'closed'

export const storeApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/stores',
    caller: 'anyone',
    summary: 'The stores of a chain in a district, or those that a name or a number finds',
  }),
  readChoice: endpoint<typeof schema.readChoice>({
    method: 'GET',
    path: '{shop}/store-choice',
    caller: 'shopper',
    summary: 'The store that the caller has chosen last, and those before it',
  }),
  choose: endpoint<typeof schema.choose>({
    method: 'POST',
    path: '{shop}/store-choice',
    caller: 'shopper',
    summary: 'Choose a store of the list',
  }),
  openMap: endpoint<typeof schema.openMap>({
    method: 'POST',
    path: '{shop}/store-map',
    caller: 'shopper',
    summary: 'The form that opens the map of a chain; a chosen store comes back within 30 minutes',
  }),
}

/** The browser comes back from the map, from another site and without our cookies. */
export const storeMapApi = {
  return: endpoint<typeof schema.mapReply>({
    method: 'POST',
    caller: 'anyone',
    origin: 'any',
    body: 'raw',
    path: '/v2/logistics/ecpay/store',
    summary: 'A store that was chosen on the map; the browser is led back to the checkout',
    maxBodyBytes: 16 * 1024,
  }),
}
