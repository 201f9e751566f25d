import { type ReactNode, useState } from 'react'
import type { Participation } from '#contract/campaigns.ts'
import { useCampaign } from './campaigns.queries.ts'
import { ChangePlaceDialog } from './change-place-dialog.tsx'

/** 修改 where the campaign is not on the screen: its prices are read when they are needed. */
export function ChangePlaceOfCampaign(props: {
  place: Participation
  children: (change: () => void) => ReactNode
}) {
  const { place, children } = props
  const [isOpen, setOpen] = useState(false)
  const campaign = useCampaign(isOpen ? place.campaign.id : undefined)
  return (
    <>
      {children(() => setOpen(true))}
      {campaign.data && (
        <ChangePlaceDialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          place={place}
          campaign={campaign.data.campaign}
        />
      )}
    </>
  )
}
