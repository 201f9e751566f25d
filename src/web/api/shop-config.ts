import type { ShopConfig } from '#contract/members.ts'

const defaults: ShopConfig = {
  shopPath: 'shopping-minmin',
  identity: { provider: 'own', apiKey: 'minmin' },
}

/** What the server wrote into the page; the development server writes nothing. */
function readShopConfig(): ShopConfig {
  const text = document.getElementById('shop-config')?.textContent?.trim()
  return text ? (JSON.parse(text) as ShopConfig) : defaults
}

export const shopConfig = readShopConfig()
