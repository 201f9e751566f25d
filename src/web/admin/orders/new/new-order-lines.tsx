import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type Control, useFieldArray } from 'react-hook-form'
import { Thumbnail } from '../../products/thumbnail.tsx'
import { Amount } from '../../ui/amount.tsx'
import { DigitsFormField } from '../../ui/fields/form-fields.tsx'
import { LinePicker, type PickedLine } from './line-picker.tsx'
import { controlColumn, lineRow } from './line-row.ts'
import type { NewOrderForm } from './new-order-form.ts'
import { type OrderQuote, OrderQuoteSums } from './order-quote.tsx'

/** The products of an order that is entered by hand, at the prices of now. */
export function NewOrderLines(props: { control: Control<NewOrderForm>; quoted: OrderQuote }) {
  const { control, quoted } = props
  const lines = useFieldArray({ control, name: 'lines' })
  const prices = quoted.isCurrent ? quoted.quote?.prices : undefined
  const add = (line: PickedLine) => lines.append(line, { shouldFocus: false })
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
      <LinePicker taken={lines.fields} onAdd={add} />
      {lines.fields.map((line, index) => (
        <Box key={line.id} role="group" aria-label={line.title} sx={lineRow}>
          <Thumbnail src={line.picture} alt="" size={48} />
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {line.title}
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              <Amount value={prices?.[index] ?? line.price} />
            </Box>
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, gridColumn: controlColumn }}>
            <Box sx={{ width: 96 }}>
              <DigitsFormField control={control} name={`lines.${index}.qty`} label="數量" />
            </Box>
            <Button
              color="inherit"
              aria-label={`移除 ${line.title}`}
              onClick={() => lines.remove(index)}
              sx={{ minHeight: 44 }}
            >
              移除
            </Button>
          </Box>
        </Box>
      ))}
      {lines.fields.length > 0 && <OrderQuoteSums control={control} quoted={quoted} />}
    </Box>
  )
}
