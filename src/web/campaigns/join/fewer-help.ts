import type { Campaign } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'

/** Two causes, one choice: boxes that are not filled, and goods that do not come. */
export function fewerHelp({ lot_size }: Pick<Campaign, 'lot_size'>): string {
  const box = lot_size > 1 ? t('每 {lot_size} 份為一箱，最後一箱湊不滿或', { lot_size }) : ''
  return t('{box}到貨不足時，可以只拿到部分份數、退還差額；不勾選則全部給足或全額退款', { box })
}
