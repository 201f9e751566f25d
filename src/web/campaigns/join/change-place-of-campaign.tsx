import { type ReactNode, useState } from 'react'
import type { Participation } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCampaign } from '../campaigns.queries.ts'
import { ChangePlaceForm } from './change-place-dialog.tsx'

/** 修改 where the campaign is not on the screen: its prices are read when they are needed. */
export function ChangePlaceOfCampaign(props: {
  place: Participation
  children: (change: () => void) => ReactNode
}) {
  const { place, children } = props
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const campaign = useCampaign(isOpen ? place.campaign.id : undefined)
  return (
    <>
      {children(() => setOpen(true))}
      <Dialog isOpen={isOpen} onClose={close} title={t('修改')}>
        {campaign.data ? (
          <ChangePlaceForm place={place} campaign={campaign.data.campaign} onClose={close} />
        ) : campaign.isError ? (
          <ErrorState message={t('團購資料暫時無法顯示')} onRetry={() => campaign.refetch()} />
        ) : (
          <Skeleton className="h-64 rounded-card" />
        )}
      </Dialog>
    </>
  )
}
