import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign, Settlement } from '#contract/campaigns.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { write } from '../../api/write.ts'
import { soldId } from '../../campaigns/prices/group-price.ts'
import { DigitsFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface CorrectionForm {
  /** The variant, or the product without options. */
  product_id: string
  qty: number | ''
  note: string
}

interface CorrectReceiptDialogProps {
  campaign: AdminCampaign
  settlement: Settlement
  onClose: () => void
}

/** Takes back what was booked in by mistake. */
export function CorrectReceiptDialog({ campaign, settlement, onClose }: CorrectReceiptDialogProps) {
  const idempotency = useIdempotencyKey()
  const [first] = settlement.products
  const form = useForm<CorrectionForm>({
    defaultValues: {
      product_id: first && settlement.products.length === 1 ? soldId(first) : '',
      qty: '',
      note: '',
    },
  })
  const save = useSaveEntry<CorrectionForm>({
    form,
    save: ({ product_id: chosen, qty, note }) => {
      const sold = settlement.products.find((line) => soldId(line) === chosen)
      const { product_id = chosen, variant_id } = sold ?? {}
      const input = {
        params: { id: campaign.id },
        data: { product_id, ...(variant_id && { variant_id }), qty: -Number(qty), note },
      }
      return write(adminCampaignApi.receipt, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: {
      product_id: { label: '商品', missing: '請選擇商品', saysItself: true },
      qty: { label: '數量', saysItself: true },
      note: { label: '備註' },
    },
    onSaved: onClose,
  })
  return (
    <FormDialog title="沖銷到貨" submitLabel="沖銷" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <SelectFormField
          control={form.control}
          name="product_id"
          label="商品"
          required
          options={settlement.products.map((line) => ({
            value: soldId(line),
            label: `${line.title}（已到貨 ${line.received}）`,
          }))}
        />
        <DigitsFormField
          control={form.control}
          name="qty"
          label="數量"
          required
          help="多登記了幾件；有計算庫存的商品會同時扣回。"
        />
        <TextFormField control={form.control} name="note" label="備註" />
      </Box>
    </FormDialog>
  )
}
