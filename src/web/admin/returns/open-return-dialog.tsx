import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { returnWayLabels, returnWays } from '#contract/return-states.ts'
import { adminReturnApi } from '#contract/returns.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { write } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import type { OrderDialogProps } from '../orders/order-life.ts'
import { DigitsFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface OpenForm {
  reason: string
  way: string
  lines: { qty: number | '' }[]
}

/** For a shopper who called: the goods are still to come. */
export function OpenReturnDialog({ life, onClose }: OrderDialogProps) {
  const { order, returnable = [] } = life
  const navigate = useNavigate()
  const idempotency = useIdempotencyKey()
  const isHandedOut = order.shipping?.kind === 'place' || order.shipping?.kind === 'leader'
  const form = useForm<OpenForm>({
    defaultValues: { reason: '', way: 'pickup', lines: returnable.map(() => ({ qty: 0 })) },
  })
  const save = useSaveEntry<OpenForm, { message: string; return_id: string }>({
    form,
    save: ({ reason, way, lines }) => {
      const asked = returnable.flatMap(({ line_id }, index) => {
        const qty = Number(lines[index]?.qty || 0)
        return qty > 0 ? [{ line_id, qty }] : []
      })
      const chosen = returnWays.find((one) => one === way)
      const data = { reason, lines: asked, ...(chosen && { way: chosen }) }
      const input = { params: { id: order.id }, data }
      return write(adminReturnApi.open, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: {
      lines: { label: '退回的件數', missing: '請填寫要退回的件數', invalid: '請填寫要退回的件數' },
      reason: { label: '退貨原因' },
    },
    fieldOf: (field) => (field === 'lines' ? 'lines.0.qty' : (field as 'reason')),
    onSaved: ({ return_id }) => {
      onClose()
      void navigate(paths.adminReturn(return_id))
    },
  })
  return (
    <FormDialog
      title={`開立退貨 ${order.number}`}
      submitLabel="開立退貨"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <Box sx={{ color: 'text.secondary' }}>
          商品還沒回來時使用，收到後再檢查與退款。商品已經在店裡，請用「登記退貨」。
        </Box>
        {returnable.map(({ line_id, title, qty }, index) => (
          <Box key={line_id} sx={row}>
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Box>
            <DigitsFormField
              control={form.control}
              name={`lines.${index}.qty`}
              label="退回件數"
              help={`最多 ${qty} 件`}
            />
          </Box>
        ))}
        <SelectFormField
          control={form.control}
          name="way"
          label="退回方式"
          options={returnWays
            .filter((way) => way !== 'place' || isHandedOut)
            .map((value) => ({ value, label: returnWayLabels[value] }))}
        />
        <TextFormField control={form.control} name="reason" label="退貨原因" />
      </Box>
    </FormDialog>
  )
}

const row = {
  display: 'grid',
  gap: 2,
  alignItems: 'center',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 110px', sm: 'minmax(0, 1fr) 140px' },
} as const
