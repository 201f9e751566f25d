import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/stores.schema.ts'
import { storeApi, storeMapApi } from '#contract/stores.ts'
import { PrecompressedResponse } from '../../cache/precompressed-response.ts'
import type { Mount } from '../../http/mount.ts'
import { RawReply } from '../../http/raw-reply.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { Logistics } from '../create-logistics.ts'
import { beginMap, chooseFromList, endMap, readChoices } from './store-choices.ts'
import { listStores } from './stores.queries.ts'

interface StoreDeps {
  db: NodePgDatabase
  logistics: Logistics
}

/** For a map that nobody is known to have opened. */
const checkout = '/#/main/cart/info'

/** Stores to choose from, and what shoppers have chosen. */
export function storeRoutes(mount: Mount, { db, logistics }: StoreDeps): void {
  mount(storeApi.list, schema.list, async ({ query }) => {
    const { chain, county = '', district = '', q = '' } = query
    const serves = logistics.current()?.chains.includes(chain) ?? false
    const found = serves && (await listStores(db, { chain, county, district, q }))
    const { stores, isCapped } = found || { stores: [], isCapped: false }
    return new PrecompressedResponse({ stores, ...(isCapped && { is_capped: true as const }) })
  })

  mount(storeApi.readChoice, schema.readChoice, async (_, { caller }) => {
    const { choice, recent } = await readChoices(db, caller.owner)
    return { recent, ...(choice && { choice }) }
  })

  mount(storeApi.choose, schema.choose, async ({ data }, { caller }) => {
    providerOf(logistics, data.chain)
    return chooseFromList(db, caller.owner, { chain: data.chain, id: data.store_id })
  })

  mount(storeApi.openMap, schema.openMap, async ({ data }, { caller }) => {
    const { chain, collects, is_mobile: isMobile, back } = data
    const provider = providerOf(logistics, chain)
    const token = await beginMap(db, caller.owner, { chain, back })
    return provider.mapForm({ chain, collects, isMobile, token })
  })

  mount(storeMapApi.return, schema.mapReply, async (_, { request, reply }) => {
    const { body } = request
    const chosen = logistics.readMapReply(Buffer.isBuffer(body) ? body : Buffer.alloc(0))
    const ended = chosen && (await endMap(db, chosen))
    const back = ended?.back ?? checkout
    const fault = ended ? ended.fault : 'late'
    reply.header('Location', fault ? withQuery(back, fault) : back)
    return new RawReply({ type: 'text/plain', body: '', status: 303 })
  })
}

function providerOf(logistics: Logistics, chain: Parameters<typeof endMap>[1]['chain']) {
  const provider = logistics.current()
  if (!provider?.chains.includes(chain)) throw new ShopError('LOGISTICS_OFF')
  return provider
}

/** Behind the fragment, where the address has one: the pages read their query there. */
function withQuery(back: string, fault: string): string {
  return `${back}${back.includes('?') ? '&' : '?'}store=${fault}`
}
