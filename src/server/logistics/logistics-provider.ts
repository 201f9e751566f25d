import type { ShipmentState } from '#contract/shipment-states.ts'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import type { LogisticsContract } from '#contract/stores.ts'
import type { GatewayFailure } from '../ecpay/ecpay-http.ts'

/** A store as its chain lists it. */
export interface ListedStore {
  chain: StoreChain
  /** Letters and digits; leading zeros are real. */
  id: string
  name: string
  address: string
  tel: string
}

/** It was understood and is not done; in the words of the provider. */
export interface Refusal {
  type: 'refused'
  reason: string
}

export type StoreListResult =
  | { type: 'stores'; stores: readonly ListedStore[] }
  | Refusal
  | GatewayFailure

/** A form that a browser posts to the provider. */
export interface OutgoingForm {
  action: string
  fields: Record<string, string>
}

export interface MapRequest {
  chain: StoreChain
  /** Comes back with the chosen store: at most 20 letters and digits. */
  token: string
  /** Whether money is collected at the pick-up, which not every store does. */
  collects: boolean
  isMobile: boolean
}

/** Anybody can post it: nothing of it is believed but that somebody who knows the token sent it. */
export interface MapReply {
  token: string
  chain: StoreChain
  storeId: string
}

/** A parcel that the provider is asked for. */
export interface ShipmentOrder {
  /** Our number of it, unique for ever. */
  tradeNo: string
  chain: StoreChain
  storeId: string
  /** Value of the goods in whole NT$, which is paid for a lost parcel. */
  amount: number
  /** Sum that is collected at the pick-up, in whole NT$; 0: none. */
  collects: number
  goods: string
  sender: Contact
  receiver: Contact
  /** By the clock of the database. */
  at: Date
}

export interface Contact {
  name: string
  phone: string
}

/** The numbers of a parcel at the provider, as far as it has given them out. */
export interface ShipmentNumbers {
  /** The provider's own, for every later call. */
  providerId: string
  /** The code by which it is handed in at a store; empty for a parcel of a contract with the centre. */
  paymentNo: string
  validationNo: string
}

/** A parcel as it is known to the provider. */
export interface KnownShipment extends ShipmentNumbers {
  tradeNo: string
  chain: StoreChain
}

export type CreateResult =
  | { type: 'made'; numbers: ShipmentNumbers; code: string }
  | Refusal
  | GatewayFailure

export type ShipmentQueryResult =
  | {
      type: 'found'
      numbers: ShipmentNumbers
      /** The state in the numbers of the provider. */
      code: string
      /** The number by which the chain finds a parcel; empty while it has none. */
      shipmentNo: string
    }
  /** The provider has no such parcel, in its own words. */
  | { type: 'none'; reason: string }
  | GatewayFailure

export type ChangeResult = { type: 'done' } | Refusal | GatewayFailure

export type StateReading =
  | { isValid: false; reason: string }
  | {
      isValid: true
      tradeNo: string
      /** The account whose keys have signed it. */
      merchant: string
      numbers: ShipmentNumbers
      code: string
      /** In the words of the provider. */
      message: string
      at: Date
      /** The same for the same message, in whatever order and encoding its fields are written. */
      digest: string
    }

/**
 * Brings parcels to stores, with one account. Never called under a lock or in a transaction, except
 * for what reads bytes or makes a form.
 */
export interface LogisticsProvider {
  name: string
  /** The account as parcels name it. */
  merchant: string
  contract: LogisticsContract
  /** No parcel moves. */
  isTrial: boolean
  chains: readonly StoreChain[]
  /** All stores of a chain that are open. */
  listStores(chain: StoreChain): Promise<StoreListResult>
  mapForm(request: MapRequest): OutgoingForm
  create(order: ShipmentOrder): Promise<CreateResult>
  /** Asks by our number: for a parcel whose answer was lost, too. */
  query(shipment: { tradeNo: string; amount: number }): Promise<ShipmentQueryResult>
  /** The label; the browser of the owner posts it to a window of its own. */
  labelForm(shipment: KnownShipment): OutgoingForm
  changeStore(shipment: KnownShipment, storeId: string): Promise<ChangeResult>
  /** Only where the carrier has it, before the parcel is handed in. */
  cancel(shipment: KnownShipment): Promise<ChangeResult>
  canCancel(shipment: Pick<KnownShipment, 'chain'>): boolean
  /** For how many days after the one on which it is made a parcel may be handed in. */
  validDays(chain: StoreChain): number
  /** Undefined: nobody has told us what the code means. */
  stateOf(code: string): ShipmentState | undefined
  /** Reads a callback from its raw bytes, and believes none that is not signed. */
  readState(raw: Buffer): StateReading
  readMapReply(raw: Buffer): MapReply | undefined
}

/** Says to the owner what went wrong; a refusal is told in the words of the provider. */
export function explainFailure(failure: GatewayFailure | Refusal): string {
  switch (failure.type) {
    case 'refused':
      return failure.reason
    case 'unreachable':
      return `無法連線到綠界物流（${failure.reason}）`
    case 'stopped':
      return '綠界物流因為呼叫過於頻繁暫停服務，半小時後再試'
    case 'unknown':
      return `綠界物流的回應無法辨識（${failure.reason}）`
  }
}
