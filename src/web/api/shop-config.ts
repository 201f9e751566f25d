import type { ShopConfig } from '#contract/members.ts'
import { defaultShop, type ShownShop } from '#contract/settings.ts'

const defaults: ShopConfig = {
  shopPath: 'shopping-minmin',
  identity: { provider: 'own', apiKey: 'minmin' },
  payments: 'demonstration',
  canMail: true,
}

/** The configuration in the page; the development server and the build write none. */
function readShopConfig(): ShopConfig {
  if (typeof document === 'undefined') return defaults
  const text = document.head.querySelector('script#shop-config')?.textContent?.trim()
  return text ? (JSON.parse(text) as ShopConfig) : defaults
}

export const shopConfig = readShopConfig()

/** The shop's own address, without a trailing slash. */
export function ownAddress(): string {
  return shopConfig.publicUrl ?? location.origin
}

/** Settings as of the load of the page. */
export let shopSettings: ShownShop = shopConfig.shop ?? defaultShop

/** For a document, which has no configuration yet when it is drawn. */
export function setShopSettings(shop: ShownShop): void {
  shopSettings = shop
}
