import type { Returnable } from '#contract/returns.ts'
import { t } from '#contract/translate.ts'
import { shopSettings } from '../../api/shop-config.ts'
import { formatTimeDay } from '../../ui/dates.ts'

/** Until which day, or how many days from the delivery on. */
export function untilText({ until, days }: Pick<Returnable, 'until' | 'days'>): string {
  return until === undefined
    ? t('收到商品的隔天起 {days} 天內都可以退貨，不需要理由。', { days })
    : t('可以退貨到 {until}，不需要理由。', { until: formatTimeDay(until) })
}

/** Where goods are sent to, of a shop that has an address. */
export function sendTo(): string | undefined {
  const { address, name, phone } = shopSettings
  return address ? [address, name, phone].filter(Boolean).join(t('，')) : undefined
}
