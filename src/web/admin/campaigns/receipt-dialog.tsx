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

interface ReceiptForm {
  /** The variant, or the product without options. */
  product_id: string
  direction: string
  qty: number | ''
  note: string
}

interface ReceiptDialogProps {
  campaign: AdminCampaign
  settlement: Settlement
  onClose: () => void
}

/** Books what came in from the supplier, or takes back what was booked by mistake. */
export function ReceiptDialog({ campaign, settlement, onClose }: ReceiptDialogProps) {
  const idempotency = useIdempotencyKey()
  const [first] = settlement.products
  const form = useForm<ReceiptForm>({
    defaultValues: {
      product_id: first && settlement.products.length === 1 ? soldId(first) : '',
      direction: 'in',
      qty: '',
      note: '',
    },
  })
  const save = useSaveEntry<ReceiptForm>({
    form,
    save: ({ product_id: chosen, direction, qty, note }) => {
      const signed = direction === 'out' ? -Number(qty) : Number(qty)
      const sold = settlement.products.find((line) => soldId(line) === chosen)
      const { product_id = chosen, variant_id } = sold ?? {}
      const input = {
        params: { id: campaign.id },
        data: { product_id, ...(variant_id && { variant_id }), qty: signed, note },
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
    <FormDialog title="到貨" submitLabel="入庫" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <SelectFormField
          control={form.control}
          name="product_id"
          label="商品"
          required
          options={settlement.products.map((line) => ({
            value: soldId(line),
            label: line.short > 0 ? `${line.title}（短缺 ${line.short}）` : line.title,
          }))}
        />
        <SelectFormField
          control={form.control}
          name="direction"
          label="方向"
          required
          options={[
            { value: 'in', label: '到貨' },
            { value: 'out', label: '沖銷先前登記的到貨' },
          ]}
        />
        <DigitsFormField
          control={form.control}
          name="qty"
          label="數量"
          required
          help="有計算庫存的商品會同時入庫，並先保留給已付款的訂單。"
        />
        <TextFormField control={form.control} name="note" label="備註" />
      </Box>
    </FormDialog>
  )
}
