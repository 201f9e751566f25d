import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useState } from 'react'
import { arrivalApi } from '#contract/arrival.ts'
import type { AdminCampaign, Settlement } from '#contract/campaigns.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { useApiMutation } from '../../../api/queries.ts'
import { soldId } from '../../../campaigns/prices/group-price.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts'
import { type Delivery, DeliveryStep } from './delivery-step.tsx'
import { GiveStep } from './give-step.tsx'

interface ArrivalDialogProps {
  campaign: AdminCampaign
  settlement: Settlement
  onClose: () => void
}

/**
 * Books a delivery. What is still lacking is waited for, or given out by a rule in a second step
 * that shows who gets how much and what goes back.
 */
export function ArrivalDialog({ campaign, settlement, onClose }: ArrivalDialogProps) {
  // A refetch while the dialog is open must not change the form.
  const [products] = useState(settlement.products)
  const [delivery, setDelivery] = useState<Delivery>({ pieces: {}, note: '' })
  const [isGiving, setGiving] = useState(false)
  const idempotency = useIdempotencyKey()
  const book = useApiMutation(arrivalApi.arrive, {
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    onSuccess: onClose,
  })
  const { lines, fault } = linesOf(products, delivery)
  const data = { lines, ...(delivery.note.trim() !== '' && { note: delivery.note.trim() }) }
  const isDirty = lines.length > 0 || 'note' in data || fault !== undefined
  const guard = useUnsavedGuard({ isDirty, onClose })
  const question = guard.isAsking && <UnsavedDialog onDiscard={guard.discard} onStay={guard.stay} />
  if (isGiving) {
    return (
      <>
        <GiveStep
          campaign={campaign}
          delivery={data}
          onBack={() => setGiving(false)}
          onClose={guard.close}
          onGiven={onClose}
        />
        {question}
      </>
    )
  }
  const missing = lines.length === 0 ? '請填寫這次到貨的數量' : undefined
  return (
    <>
      <DialogFrame
        title="到貨"
        maxWidth="md"
        fillsSmallScreen
        escape="close"
        onClose={guard.close}
        onSubmit={() => {
          if (!missing && !fault && !book.isPending) {
            book.mutate({ params: { id: campaign.id }, data })
          }
        }}
      >
        <DialogContent dividers>
          <DeliveryStep
            products={products}
            delivery={delivery}
            error={fault ?? book.error?.message}
            onChange={setDelivery}
          />
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button color="inherit" onClick={guard.close} sx={{ mr: 'auto' }}>
            關閉
          </Button>
          <ActionButton
            permission="refund.write"
            variant="outlined"
            color="inherit"
            refusal={fault}
            onClick={() => setGiving(true)}
          >
            不再等，分配到貨
          </ActionButton>
          <ActionButton
            type="submit"
            permission="stock.write"
            variant="contained"
            refusal={fault ?? missing}
            isLoading={book.isPending}
          >
            入庫，其餘等下一批
          </ActionButton>
        </DialogActions>
      </DialogFrame>
      {question}
    </>
  )
}

function linesOf(products: Settlement['products'], { pieces }: Delivery) {
  let fault: string | undefined
  const lines = products.flatMap((product) => {
    const { received = '', damaged = '' } = pieces[soldId(product)] ?? {}
    const [came, broken] = [Number(received || 0), Number(damaged || 0)]
    if (!Number.isInteger(came) || !Number.isInteger(broken)) fault = '請填寫整數'
    else if (broken > came) fault = `「${product.title}」損壞的數量不可超過到貨的數量`
    if (came === 0) return []
    const { product_id, variant_id } = product
    const of = { product_id, ...(variant_id && { variant_id }) }
    return [{ ...of, received: came, ...(broken > 0 && { damaged: broken }) }]
  })
  return { lines, fault }
}
