import { type StoreChain, storeChainLabels } from './shipping-kinds.ts'
import { t } from './translate.ts'

/** The name of a store beside that of its chain, which some chains write into it. */
export function storeName(name: string): string {
  return name.replace(/^(?:全家|萊爾富|OK ?超商|OK|7-ELEVEN)\s*/i, '') || name
}

interface NamedStore {
  chain: StoreChain
  name: string
  id: string
}

/** `7-ELEVEN 南港門市（131386）`, in Chinese, as it is stored and the staff reads it. */
export function storeTitle({ chain, name, id }: NamedStore): string {
  return `${storeChainLabels[chain]} ${storeName(name)}（${id}）`
}

/** The same for a shopper. */
export function shownStoreTitle({ chain, name, id }: NamedStore): string {
  return t('{chain} {storeName}（{id}）', {
    chain: t(storeChainLabels[chain]),
    storeName: storeName(name),
    id,
  })
}

/** The store as the address of an order that is picked up there. */
export function storeAddress(store: NamedStore & { address: string }): string {
  return `${storeTitle(store)}${store.address}`
}
