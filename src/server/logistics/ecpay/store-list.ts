import type { StoreChain } from '#contract/shipping-kinds.ts'
import { assertStorable } from '../../input/json-body.ts'
import { shorten } from '../../input/shorten.ts'
import type { ListedStore, StoreListResult } from '../logistics-provider.ts'

interface Reply {
  RtnCode?: unknown
  RtnMsg?: unknown
  StoreList?: { CvsType?: unknown; StoreInfo?: unknown }[] | null
}

/** The stores of one chain; an entry that is no store is left out, a list without any is no answer. */
export function readStoreList(body: Buffer, chain: StoreChain): StoreListResult {
  const text = body.toString()
  const [, refused] = /^0\|([^\0]*)$/.exec(text) ?? []
  if (refused !== undefined) return { type: 'refused', reason: shorten(refused, 300) }
  let reply: Reply
  try {
    reply = JSON.parse(text) ?? {}
    assertStorable(reply)
  } catch {
    return { type: 'unknown', reason: 'no JSON' }
  }
  if (String(reply.RtnCode) !== '1') {
    return { type: 'refused', reason: shorten(String(reply.RtnMsg ?? reply.RtnCode), 300) }
  }
  const lists = Array.isArray(reply.StoreList) ? reply.StoreList : []
  const infos = lists
    .filter((list) => list?.CvsType === chain && Array.isArray(list.StoreInfo))
    .flatMap((list) => list.StoreInfo as unknown[])
  const stores = infos.flatMap((info) => toStore(info, chain))
  return stores.length > 0 ? { type: 'stores', stores } : { type: 'unknown', reason: 'no stores' }
}

function toStore(info: unknown, chain: StoreChain): ListedStore[] {
  const { StoreId, StoreName, StoreAddr, StorePhone } = (info ?? {}) as Record<string, unknown>
  const id = textOf(StoreId)
  const name = textOf(StoreName)
  if (!/^[A-Za-z0-9]{1,9}$/.test(id) || name === '') return []
  const [address, tel] = [textOf(StoreAddr), textOf(StorePhone)]
  return [
    { chain, id, name: shorten(name, 80), address: shorten(address, 200), tel: shorten(tel, 40) },
  ]
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
