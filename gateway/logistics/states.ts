import type { StateList } from './carriers.ts'

/**
 * How far a parcel can be: the words, and the code of each carrier that has one. The columns are
 * 7-ELEVEN bulk, 7-ELEVEN from store, FamilyMart, Hi-Life, OK, TCAT and POST.
 */
const table = {
  created: ['訂單處理中', 300, 300, 300, 2001, 300, 300, 300],
  accepted: ['訂單資料已上傳', 2024, 0, 310, 310, 0, 311, 320],
  handedIn: ['已寄件', 0, 2068, 3032, 3032, 3032, 3001, 3301],
  atCentre: ['到達物流中心', 2030, 2030, 3024, 3024, 2030, 3006, 3312],
  atStore: ['到店待取', 2063, 2073, 3018, 3018, 2073, 3012, 3302],
  pickedUp: ['取件完成', 2067, 2067, 3022, 3022, 3022, 3003, 3308],
  notPickedUp: ['逾期未取', 2074, 2074, 3020, 3020, 2074, 3002, 3303],
  redelivered: ['重新配達', 2098, 2098, 0, 0, 0, 0, 0],
  backAtCentre: ['退回物流中心', 2076, 2076, 3025, 3025, 2078, 5004, 3306],
  backAtStore: ['退回寄件門市', 0, 2072, 3019, 3019, 2072, 0, 0],
  takenBack: ['已退回寄件人', 2070, 2070, 3023, 3023, 3023, 5008, 3310],
  storeClosed: ['取件門市關轉', 2037, 2104, 7011, 7011, 7101, 0, 0],
  storeChanged: ['已變更取件門市', 2000, 2105, 2105, 2105, 2105, 0, 0],
  senderStoreClosed: ['寄件門市關轉', 0, 0, 7032, 7032, 7201, 0, 0],
  senderStoreChanged: ['已變更退貨門市', 0, 0, 2105, 2105, 2105, 0, 0],
  expired: ['逾期未寄件', 2036, 7013, 7013, 7013, 0, 0, 0],
  lost: ['包裹遺失', 2042, 2042, 7006, 7006, 0, 5002, 7302],
  refused: ['尺寸或內容不符', 2033, 2048, 7016, 7016, 7104, 7001, 7301],
  cancelled: ['已取消', 0, 9999, 0, 9999, 0, 7005, 0],
} as const

export type Step = keyof typeof table

export const allSteps = Object.keys(table) as Step[]

const columns: StateList[] = ['UNIMART', 'UNIMARTC2C', 'FAMI', 'HILIFE', 'OKMART', 'TCAT', 'POST']

export function stepName(step: Step): string {
  return table[step][0]
}

/** `LogisticsStatus` and `RtnCode`; `undefined` where the carrier has no such state. */
export function codeOf(step: Step, states: StateList): string | undefined {
  const code = table[step][columns.indexOf(states) + 1]
  return code ? String(code) : undefined
}

const following: Record<Step, Step[]> = {
  created: ['accepted', 'handedIn', 'atCentre', 'storeClosed', 'expired', 'cancelled'],
  accepted: ['handedIn', 'atCentre', 'storeClosed', 'expired', 'cancelled'],
  handedIn: ['atCentre', 'storeClosed', 'refused', 'lost'],
  atCentre: ['atStore', 'storeClosed', 'refused', 'lost'],
  atStore: ['pickedUp', 'notPickedUp', 'lost'],
  notPickedUp: ['backAtStore', 'backAtCentre', 'redelivered'],
  redelivered: ['atStore'],
  backAtCentre: ['backAtStore', 'senderStoreClosed', 'takenBack'],
  backAtStore: ['takenBack'],
  storeClosed: ['storeChanged', 'notPickedUp'],
  storeChanged: ['atCentre', 'atStore'],
  senderStoreClosed: ['senderStoreChanged'],
  senderStoreChanged: ['backAtStore'],
  pickedUp: [],
  takenBack: [],
  expired: [],
  lost: [],
  refused: [],
  cancelled: [],
}

/** A return begins at the counter and ends with the seller. */
const followingOfReturn: Partial<Record<Step, Step[]>> = {
  created: ['backAtCentre', 'expired'],
  backAtCentre: ['takenBack', 'lost'],
}

/** The states that may come next. */
export function stepsAfter(step: Step, states: StateList, isReturn: boolean): Step[] {
  const all = (isReturn ? followingOfReturn : following)[step] ?? []
  // Nothing happens to a parcel before it is handed in, where the carrier tells that.
  const isWaiting = codeOf('handedIn', states) !== undefined && all.includes('handedIn')
  const isLater = (next: Step) => next === 'atCentre' || next === 'storeClosed'
  return all.filter((next) => codeOf(next, states) !== undefined && !(isWaiting && isLater(next)))
}

/** Whole ways, from wherever the parcel is; a step that the carrier does not have is left out. */
export const ways = {
  'picked-up': ['handedIn', 'atCentre', 'atStore', 'pickedUp'],
  returned: [
    'handedIn',
    'atCentre',
    'atStore',
    'notPickedUp',
    'backAtStore',
    'backAtCentre',
    'takenBack',
  ],
  'store-closed': ['handedIn', 'storeClosed', 'storeChanged', 'atCentre', 'atStore', 'pickedUp'],
} as const satisfies Record<string, Step[]>

export type Way = keyof typeof ways
