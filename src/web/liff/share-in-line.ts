import type { ShownCampaign } from '#contract/campaign-head.ts'
import { t } from '#contract/translate.ts'
import { shopSite } from '../api/shop-config.ts'
import { whenInLine } from '../shared/liff-client.ts'
import { showToast } from '../ui/toast-store.ts'
import { groupCard } from './group-card.ts'

/** Sends the card of a group in the member's own name; false: this LINE cannot, the link has to do. */
export async function shareInLine(shown: ShownCampaign, path: string): Promise<boolean> {
  const client = await whenInLine()
  if (!client?.canShare()) return false
  try {
    const isSent = await client.share(groupCard(shown, { ...client, site: shopSite(), path }))
    if (isSent) showToast({ tone: 'success', text: t('已傳送') })
    // Closing the picker is no failure.
    return true
  } catch (error) {
    reportError(error)
    return false
  }
}
