import type { ShownCredit } from '#contract/credit.ts'
import type { ShopConfig } from '#contract/members.ts'
import type { Site } from '#contract/page-head.ts'
import {
  defaultShop,
  defaultShownBrand,
  type ShopTerms,
  type ShownBrand,
  type ShownShop,
} from '#contract/settings.ts'

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

/** The settings that every screen shows. */
export interface ShopLook {
  shop: ShownShop
  brand: ShownBrand
  /** Absent: as before. */
  terms?: ShopTerms
}

/** The facts that the head of a page tells of the shop. */
export function shopSite(): Site {
  return { own: ownAddress(), shop: shopSettings.name, brand }
}

/** Settings as of the load of the page. */
export let shopSettings: ShownShop = shopConfig.shop ?? defaultShop
export let brand = shopConfig.brand ?? defaultShownBrand
export let shopTerms: ShopTerms | undefined = shopConfig.terms

/**
 * For a document, which has no configuration yet when it is drawn, and for the tab that has changed
 * the settings.
 */
export function setLook(look: ShopLook): void {
  shopSettings = look.shop
  brand = look.brand
  if (look.terms) shopTerms = look.terms
}

/** For the tab that has changed what members may use and earn. */
export function setShownCredit(credit: ShownCredit | undefined): void {
  if (!shopTerms) return
  const { credit: _, ...terms } = shopTerms
  shopTerms = { ...terms, ...(credit && { credit }) }
}

/** Whether somebody without an account may order. */
export function takesGuests(): boolean {
  return shopSettings.members_only !== true
}
