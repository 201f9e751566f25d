import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { type Carrier, carrierLabels } from '#contract/order-states.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { write } from '../../api/write.ts'
import { unshippedLines } from '../../shared/unshipped-lines.ts'
import { DigitsFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import type { OrderDialogProps } from './order-life.ts'

interface ParcelForm {
  carrier: Carrier
  tracking_number: string
  /** Pieces by the place of their line in the list. */
  pieces: (number | '')[]
}

/** Ships what is not shipped yet, or a part of it. */
export function ShipOrderDialog({ life, onClose }: OrderDialogProps) {
  const { order, merge: { with: mates = [] } = {} } = life
  // The pieces of the form belong to the lines that it was opened with.
  const [lines] = useState(() => unshippedLines(life))
  const idempotency = useIdempotencyKey()
  const form = useForm<ParcelForm>({
    defaultValues: {
      carrier: 'tcat',
      tracking_number: '',
      pieces: lines.map(({ left }) => left),
    },
  })
  const save = useSaveEntry<ParcelForm>({
    form,
    save: ({ carrier, tracking_number, pieces }) => {
      const input = {
        params: { id: order.id },
        data: {
          carrier,
          tracking_number,
          lines: lines.flatMap(({ id }, index) => {
            const qty = Number(pieces[index] || 0)
            return qty > 0 ? [{ line_id: id, qty }] : []
          }),
        },
      }
      return write(adminOrderLifeApi.ship, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: {
      lines: { label: '件數', missing: '請至少填寫一件商品的件數' },
      tracking_number: {
        label: '貨運單號',
        invalid: '貨運單號只能有英文字母、數字和 -，最多 40 個字',
      },
    },
    fieldOf: (field) => (field === 'lines' ? 'pieces.0' : (field as keyof ParcelForm)),
    onSaved: onClose,
  })
  return (
    <FormDialog title={`新增包裹 ${order.number}`} submitLabel="出貨" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {mates.length > 0 && (
          <Box>併單的訂單 {mates.map(({ number }) => number).join('、')} 會一起出貨。</Box>
        )}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <Controller
            control={form.control}
            name="carrier"
            render={({ field: { ref, ...field } }) => (
              <TextField {...field} inputRef={ref} select label="物流公司" size="small" fullWidth>
                {Object.entries(carrierLabels).map(([carrier, label]) => (
                  <MenuItem key={carrier} value={carrier}>
                    {label}
                  </MenuItem>
                ))}
              </TextField>
            )}
          />
          <TextFormField control={form.control} name="tracking_number" label="貨運單號" />
        </Box>
        {lines.map(({ id, title, left }, index) => (
          <Box key={id} sx={row}>
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Box>
            <DigitsFormField
              control={form.control}
              name={`pieces.${index}`}
              label="件數"
              help={`未出貨 ${left} 件`}
            />
          </Box>
        ))}
      </Box>
    </FormDialog>
  )
}

const row = {
  display: 'grid',
  gap: 2,
  alignItems: 'center',
  gridTemplateColumns: 'minmax(0, 1fr) 140px',
} as const
