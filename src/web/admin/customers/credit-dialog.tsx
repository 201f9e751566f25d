import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { adminCreditApi } from '#contract/credit.ts'
import { type CreditKind, creditKindLabels } from '#contract/credit-kinds.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { write } from '../../api/write.ts'
import { DigitsFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface CreditForm {
  kind: CreditKind | ''
  way: 'give' | 'take' | ''
  amount: number | ''
  reason: string
  /** `YYYY-MM-DD`; empty: as usual. */
  ends_on: string
}

const ways = [
  { value: 'give', label: '增加' },
  { value: 'take', label: '減少' },
]

/** Gives a member credit or points, or takes some, with a reason that the member reads. */
export function CreditDialog(props: { customerId: string; onClose: () => void }) {
  const { customerId, onClose } = props
  const { credit, points } = shopTerms?.credit ?? {}
  const kinds = (['credit', 'points'] as const).filter((kind) =>
    kind === 'credit' ? credit : points,
  )
  const idempotency = useIdempotencyKey()
  const form = useForm<CreditForm>({
    defaultValues: { kind: kinds[0] ?? '', way: 'give', amount: '', reason: '', ends_on: '' },
  })
  const save = useSaveEntry<CreditForm>({
    form,
    save: ({ kind, way, amount, reason, ends_on }) => {
      const sign = way === 'take' ? -1 : 1
      const data = {
        kind: kind || 'credit',
        amount: sign * Number(amount || 0),
        reason,
        ...(way === 'give' && ends_on !== '' && { ends_on }),
      } as const
      const input = { params: { id: customerId }, data }
      return write(adminCreditApi.change, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: {
      kind: { label: '種類' },
      amount: { label: '數量' },
      reason: { label: '原因' },
      ends_on: { label: '到期日' },
    },
    onSaved: onClose,
  })
  return (
    <FormDialog title="贈送或調整購物金與點數" submitLabel="確定" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <SelectFormField
          control={form.control}
          name="kind"
          label="種類"
          required
          options={kinds.map((value) => ({ value, label: creditKindLabels[value] }))}
        />
        <SelectFormField control={form.control} name="way" label="動作" required options={ways} />
        <DigitsFormField
          control={form.control}
          name="amount"
          label="數量"
          required
          help="1 等於 NT$1；購物金與點數不能販售，也不能兌換現金"
        />
        <TextFormField
          control={form.control}
          name="reason"
          label="原因"
          required
          help="會員看得到，例如：出貨延誤補償"
        />
        {form.watch('way') === 'give' && (
          <TextFormField
            control={form.control}
            name="ends_on"
            label="到期日"
            type="date"
            help="可不填；不填時購物金沒有到期日，點數依設定的天數"
          />
        )}
      </Box>
    </FormDialog>
  )
}
