import type { LogisticsAccount } from '../account.ts'

/** The lists of states that carriers have; some of them share one. */
export type StateList = 'UNIMART' | 'UNIMARTC2C' | 'FAMI' | 'HILIFE' | 'OKMART' | 'TCAT' | 'POST'

/** Chains as the list of stores names them. */
export const chains = ['UNIMART', 'UNIMARTFREEZE', 'FAMI', 'HILIFE', 'OKMART'] as const
export type Chain = (typeof chains)[number]

interface CarrierRules {
  name: string
  type: 'CVS' | 'HOME'
  contract: LogisticsAccount['contract']
  /** Without one it goes to an address. */
  chain?: Chain
  states: StateList
  /** Days for which the number of a parcel is valid, and that of a return. */
  validDays: number
  returnDays?: number
  /** Fee of a parcel here, in whole NT$. Real fees are a matter of the contract. */
  fee: number
}

const store = { type: 'CVS', contract: 'B2C', fee: 65 } as const
const fromStore = { type: 'CVS', contract: 'C2C', fee: 60 } as const
const home = { type: 'HOME', contract: 'B2C', validDays: 20, returnDays: 20, fee: 130 } as const

/** Every `LogisticsSubType`. */
export const carriers = {
  UNIMART: {
    ...store,
    name: '7-ELEVEN',
    chain: 'UNIMART',
    states: 'UNIMART',
    validDays: 5,
    returnDays: 5,
  },
  UNIMARTFREEZE: {
    ...store,
    name: '7-ELEVEN 冷凍',
    chain: 'UNIMARTFREEZE',
    states: 'UNIMART',
    validDays: 5,
  },
  FAMI: { ...store, name: '全家', chain: 'FAMI', states: 'FAMI', validDays: 6, returnDays: 5 },
  HILIFE: {
    ...store,
    name: '萊爾富',
    chain: 'HILIFE',
    states: 'HILIFE',
    validDays: 7,
    returnDays: 6,
  },
  UNIMARTC2C: {
    ...fromStore,
    name: '7-ELEVEN 交貨便',
    chain: 'UNIMART',
    states: 'UNIMARTC2C',
    validDays: 6,
  },
  FAMIC2C: { ...fromStore, name: '全家店到店', chain: 'FAMI', states: 'FAMI', validDays: 6 },
  HILIFEC2C: {
    ...fromStore,
    name: '萊爾富店到店',
    chain: 'HILIFE',
    states: 'HILIFE',
    validDays: 7,
  },
  OKMARTC2C: {
    ...fromStore,
    name: 'OK 超商店到店',
    chain: 'OKMART',
    states: 'OKMART',
    validDays: 7,
  },
  TCAT: { ...home, name: '黑貓宅急便', states: 'TCAT' },
  POST: { ...home, name: '中華郵政', states: 'POST' },
} as const satisfies Record<string, CarrierRules>

export type Carrier = keyof typeof carriers

export function rulesOf(carrier: Carrier): CarrierRules {
  return carriers[carrier]
}

export function findCarrier(subType: string | undefined): Carrier | undefined {
  return subType !== undefined && Object.hasOwn(carriers, subType)
    ? (subType as Carrier)
    : undefined
}
