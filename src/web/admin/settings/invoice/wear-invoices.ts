import type { InvoiceSettings } from '#contract/settings.ts'
import { brand, setLook, shopSettings, shopTerms } from '../../../api/shop-config.ts'

/** Orders of this tab have an invoice to choose, or none any more: it would know it after a reload alone. */
export function wearInvoices({ mode }: Pick<InvoiceSettings, 'mode'>): void {
  if (!shopTerms) return
  const { issuesInvoices: _, ...others } = shopTerms
  const terms = mode === 'on' ? { ...others, issuesInvoices: true as const } : others
  setLook({ shop: shopSettings, brand, terms })
}
