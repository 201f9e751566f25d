import { useState } from 'react'
import type { Campaign, Participation } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { useChangePlace, useChangeQuote } from '../campaigns.queries.ts'
import { soldId } from '../prices/group-price.ts'
import { fewerHelp } from './fewer-help.ts'
import { PlaceLines, toLines } from './place-lines.tsx'
import { PlaceQuoteSum } from './place-quote.tsx'

interface ChangePlaceProps {
  onClose: () => void
  place: Participation
  campaign: Campaign
}

export function ChangePlaceDialog(props: ChangePlaceProps & { isOpen: boolean }) {
  const { isOpen, onClose, place, campaign } = props
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('修改')}>
      <ChangePlaceForm place={place} campaign={campaign} onClose={onClose} />
    </Dialog>
  )
}

export function ChangePlaceForm({ place, campaign, onClose }: ChangePlaceProps) {
  const [quantities, setQuantities] = useState(() =>
    Object.fromEntries(place.lines.map((line) => [soldId(line), line.qty])),
  )
  const [acceptsFewer, setAcceptsFewer] = useState(place.accepts_fewer)
  const [isAnonymous, setAnonymous] = useState(place.is_anonymous)
  const change = useChangePlace({ onChanged: onClose })
  const lines = toLines(campaign, quantities)
  const quoted = useChangeQuote(place.id, lines)
  const { quote, isCurrent } = quoted

  function save() {
    if (!quote) return
    change.mutate({
      params: { id: place.id },
      data: {
        lines,
        accepts_fewer: acceptsFewer,
        is_anonymous: isAnonymous,
        expected_total: quote.total,
      },
    })
  }

  return (
    <div className="space-y-4">
      <PlaceLines campaign={campaign} quantities={quantities} onChange={setQuantities} />
      <CheckboxField
        label={t('可接受較少份數')}
        help={fewerHelp(campaign)}
        checked={acceptsFewer}
        onChange={({ target }) => setAcceptsFewer(target.checked)}
      />
      <CheckboxField
        label={t('匿名跟團')}
        checked={isAnonymous}
        onChange={({ target }) => setAnonymous(target.checked)}
      />
      <PlaceQuoteSum state={quoted} hasLines={lines.length > 0} />
      <FormNotice failure={change.error?.message} />
      <Button
        variant="primary"
        fullWidth
        disabled={!isCurrent}
        isLoading={change.isPending}
        onClick={save}
      >
        {t('儲存')}
      </Button>
    </div>
  )
}
