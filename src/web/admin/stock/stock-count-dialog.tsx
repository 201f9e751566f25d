import Box from '@mui/material/Box'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { adminStockApi } from '#contract/stock.ts'
import { ApiError } from '../../api/api-error.ts'
import { write } from '../../api/write.ts'
import type { BulkDialogProps } from '../lists/list-definition.ts'
import { DigitsFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import type { StockEntry } from './stock-entry.ts'

interface CountForm {
  /** In the order of the entries. */
  numbers: { on_hand: number | '' }[]
  note: string
}

/**
 * The counted numbers of several products: all are saved or none. A number that has changed
 * meanwhile is told beside its field, and saving again confirms what was counted.
 */
export function StockCountDialog({ entries, onSaved, onClose }: BulkDialogProps<StockEntry>) {
  const form = useForm<CountForm>({
    defaultValues: {
      numbers: entries.map(({ on_hand }) => ({ on_hand: on_hand ?? '' })),
      note: '',
    },
  })
  const { control } = form
  const shown = useRef(new Map(entries.map(({ id, on_hand }) => [id, on_hand])))
  const save = useSaveEntry({
    form,
    words: { on_hand: { label: '庫存' }, note: { label: '備註' } },
    fieldOf: (field) => (field === 'note' ? 'note' : firstEmpty(form.getValues())),
    save: async ({ numbers, note }) => {
      const lines = entries.map(({ id }, index) => ({
        product_id: id,
        on_hand: numbers[index]?.on_hand ?? '',
        expected_on_hand: shown.current.get(id) ?? null,
      }))
      const trimmed = note.trim()
      const data = { lines, ...(trimmed !== '' && { note: trimmed }) }
      try {
        const { message, notice } = await write(adminStockApi.count, { data })
        return { message: notice ? `${message}。${notice}` : message }
      } catch (error) {
        showRefused(error)
        throw error
      }
    },
    onSaved,
  })
  function showRefused(error: unknown) {
    if (!(error instanceof ApiError)) return
    for (const { product_id, variant_id, message, on_hand } of error.lines ?? []) {
      const refused = variant_id ?? product_id
      if (on_hand !== undefined) shown.current.set(refused, on_hand)
      const index = entries.findIndex(({ id }) => id === refused)
      form.setError(`numbers.${index}.on_hand`, { type: 'server', message })
    }
  }
  return (
    <FormDialog title="盤點" submitLabel="儲存" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
        {entries.map(({ id, title, held }, index) => (
          <DigitsFormField
            key={id}
            control={control}
            name={`numbers.${index}.on_hand`}
            label={title}
            required
            help={held ? `已保留 ${held} 件給訂單` : undefined}
          />
        ))}
        <TextFormField control={control} name="note" label="備註" />
      </Box>
    </FormDialog>
  )
}

/** The server names no line: the empty one is meant, or the first. */
function firstEmpty({ numbers }: CountForm): `numbers.${number}.on_hand` {
  const index = numbers.findIndex(({ on_hand }) => on_hand === '')
  return `numbers.${Math.max(0, index)}.on_hand`
}
