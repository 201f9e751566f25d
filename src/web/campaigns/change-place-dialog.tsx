import { useState } from 'react'
import type { Campaign, Participation } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { Button } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { useChangePlace, useShipping } from './campaigns.queries.ts'
import { ceilingAmounts, PlaceLines, toLines } from './place-lines.tsx'
import { ShippingNote } from './shipping-note.tsx'

interface ChangePlaceProps {
  onClose: () => void
  place: Participation
  campaign: Campaign
}

export function ChangePlaceDialog(props: ChangePlaceProps & { isOpen: boolean }) {
  const { isOpen, onClose, place, campaign } = props
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="修改">
      <ChangePlaceForm place={place} campaign={campaign} onClose={onClose} />
    </Dialog>
  )
}

export function ChangePlaceForm({ place, campaign, onClose }: ChangePlaceProps) {
  const [quantities, setQuantities] = useState(() =>
    Object.fromEntries(place.lines.map(({ product_id, qty }) => [product_id, qty])),
  )
  const [acceptsFewer, setAcceptsFewer] = useState(place.accepts_fewer)
  const [isAnonymous, setAnonymous] = useState(place.is_anonymous)
  const change = useChangePlace({ onChanged: onClose })
  const lines = toLines(quantities)
  const { shipping, isLoading } = useShipping(campaign)
  // Only the server knows whether the place has one.
  const hasCoupon = campaign.coupons
  const { fee, total } = ceilingAmounts(campaign, quantities, { shipping, hasCoupon })

  function save() {
    change.mutate({
      params: { id: place.id },
      data: {
        lines,
        accepts_fewer: acceptsFewer,
        is_anonymous: isAnonymous,
        ...(!hasCoupon && { expected_total: total }),
      },
    })
  }

  return (
    <div className="space-y-4">
      <PlaceLines campaign={campaign} quantities={quantities} onChange={setQuantities} />
      {campaign.lot_size > 1 && (
        <CheckboxField
          label="可接受較少份數"
          checked={acceptsFewer}
          onChange={({ target }) => setAcceptsFewer(target.checked)}
        />
      )}
      <CheckboxField
        label="匿名跟團"
        checked={isAnonymous}
        onChange={({ target }) => setAnonymous(target.checked)}
      />
      <p className="text-right text-lg font-semibold tabular-nums">
        最高 {formatMoney(total)}
        <ShippingNote fee={fee} />
      </p>
      <FormNotice failure={change.error?.message} />
      <Button
        variant="primary"
        fullWidth
        disabled={lines.length === 0 || isLoading}
        isLoading={change.isPending}
        onClick={save}
      >
        儲存
      </Button>
    </div>
  )
}
