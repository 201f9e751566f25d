import { UserRoundCheck } from 'lucide-react'
import type { Campaign } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { rich } from '../../ui/rich.tsx'
import { forgetSellerLink } from './seller-link.ts'
import type { LinkedSeller } from './sellers.queries.ts'

/** Whose link led here, what that means, and the way to take it away. */
export function SellerBadge(props: { campaign: Pick<Campaign, 'id'>; seller: LinkedSeller }) {
  const { campaign, seller } = props
  return (
    <section
      aria-label={t('幫賣')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-5 py-3 text-sm sm:px-6"
    >
      <UserRoundCheck aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
      <p className="min-w-28 flex-1">
        {seller.name === undefined ? (
          t('這是您自己的幫賣連結，自己跟團不會計入。')
        ) : (
          <>
            {rich('由 {strong} 幫賣', {
              strong: <strong className="font-semibold">{seller.name}</strong>,
            })}
            <span className="block text-ink-muted">{t('您的價格不變，店家會分潤給對方')}</span>
          </>
        )}
      </p>
      <Button variant="quiet" onClick={() => forgetSellerLink(campaign.id)}>
        {t('移除')}
      </Button>
    </section>
  )
}
