import { setTimeout as delay } from 'node:timers/promises'
import { storeChains } from '../../src/contract/shipping-kinds.ts'
import type { RaceHarness } from '../race/race-harness.ts'
import { pick } from '../race/scenario.ts'
import type { StoreOrders } from './world.ts'

/** Of the list of the try-out server; the last one of each chain but 7-ELEVEN's closes under way. */
const stores = {
  UNIMART: ['131386', '991182', '140225', '061258', '151670'],
  FAMI: ['006598', '001779', '015813', '006900'],
  HILIFE: ['2001', '4582', '5190'],
  OKMART: ['1328', '1405', '2166'],
} as const

export interface StoreName {
  chain: keyof typeof stores
  store_id: string
}

export function pickStore(random: () => number): StoreName {
  const chain = pick(random, storeChains)
  return { chain, store_id: pick(random, stores[chain]) }
}

/** A store of the chain that stays open. */
export function openStoreOf(chain: StoreName['chain']): StoreName {
  return { chain, store_id: stores[chain][0] }
}

/** Waits for the lists of stores, and adds a method that sends to them. */
export async function openStoreOrders(harness: RaceHarness): Promise<StoreOrders> {
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    const [row] = await harness.query<{ chains: number }>(
      'select count(distinct chain)::int as chains from stores',
    )
    if (row?.chains === storeChains.length) break
    if (Date.now() > giveUpAt) throw new Error('the lists of stores do not come')
    await delay(50)
  }
  const { method } = await harness.call(harness.admin('POST', '/shipping-method', storeMethod))
  return { methodId: (method as { id: string }).id, shoppers: new Map() }
}

const storeMethod = {
  ...{ kind: 'store', name: '超商取貨', fee: 60, free_over: null, outlying: { mode: 'same' } },
  ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
  ...{ temperatures: ['normal'], mixes: false, cod: true, is_on: true, chains: storeChains },
}
