/** How goods of an order reach the shopper; `leader`: the leader of a team hands them out. */
export const shippingKinds = ['home', 'store', 'place', 'leader'] as const
export type ShippingKind = (typeof shippingKinds)[number]

/** Those that the owner makes methods of; `leader` follows from the campaign. */
export const methodKinds = ['home', 'store', 'place'] as const
export type MethodKind = (typeof methodKinds)[number]

export const shippingKindLabels: Record<ShippingKind, string> = {
  home: '宅配',
  store: '超商取貨',
  place: '自取',
  leader: '團主發放',
}

/** Chains of convenience stores, by the names that ECPay has for them. */
export const storeChains = ['UNIMART', 'FAMI', 'HILIFE', 'OKMART'] as const
export type StoreChain = (typeof storeChains)[number]

export const storeChainLabels: Record<StoreChain, string> = {
  UNIMART: '7-ELEVEN',
  FAMI: '全家',
  HILIFE: '萊爾富',
  OKMART: 'OK mart',
}

export const temperatures = ['normal', 'chilled', 'frozen'] as const
export type Temperature = (typeof temperatures)[number]

export const temperatureLabels: Record<Temperature, string> = {
  normal: '常溫',
  chilled: '冷藏',
  frozen: '冷凍',
}

export const outlyingModes = ['same', 'surcharge', 'refused'] as const
export const stepUnits = ['weight', 'qty'] as const

/** Why a method is not offered for a basket. */
export const shippingReasons = [
  'weight',
  'qty',
  'size',
  'amount',
  'temperature',
  'outlying',
  'chain',
] as const
export type ShippingReason = (typeof shippingReasons)[number]

/** Of the first home method: that of a shop which has made no method, and of clients that name none. */
export const homeMethodId = 'home'

/** Bounds of a parcel at the counter of a chain, in grams, millimetres and NT$ with the fee. */
export const storeBounds = { weight: 5_000, sides: 1_050, longest: 450, amount: 20_000 } as const
/** Of one shop. */
export const maxMethods = 20
/** Of one method. */
export const maxPlaces = 20
/** Of one method. */
export const maxSteps = 10
export const maxFee = 10_000
