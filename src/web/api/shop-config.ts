import type { ShopConfig } from '#contract/members.ts'

const defaults: ShopConfig = {
  shopPath: 'shopping-minmin',
  identity: { provider: 'own', apiKey: 'minmin' },
  payments: 'demonstration',
  canMail: true,
}

/** What the server wrote into the page; the development server and the build write nothing. */
function readShopConfig(): ShopConfig {
  if (typeof document === 'undefined') return defaults
  const text = document.getElementById('shop-config')?.textContent?.trim()
  return text ? (JSON.parse(text) as ShopConfig) : defaults
}

export const shopConfig = readShopConfig()
