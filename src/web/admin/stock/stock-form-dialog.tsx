import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { adminStockApi } from '#contract/stock.ts'
import { ApiError } from '../../api/api-error.ts'
import { write } from '../../api/write.ts'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import type { FieldWords } from '../ui/fields/field-errors.ts'
import { DigitsFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { reasonOptions } from './movement-words.ts'
import type { StockEntry } from './stock-entry.ts'

interface StockForm {
  on_hand: number | ''
  reason: string
  note: string
}

const words = {
  on_hand: { label: '庫存', invalid: '庫存需為 0 到 999,999 的整數' },
  reason: { label: '異動原因', codes: ['STOCK_REASON_MISSING'] },
  note: { label: '備註', invalid: '備註不可超過 200 個字', codes: ['STOCK_NOTE_MISSING'] },
} satisfies Record<keyof StockForm, FieldWords>

/** Sets the number of one product; a product without one is counted from then on. */
export function StockFormDialog(props: EntryDialogProps<StockEntry>) {
  const { entry, onSaved, onClose, onOpen } = props
  const form = useForm<StockForm>({
    defaultValues: { on_hand: entry.on_hand ?? '', reason: '', note: '' },
  })
  const { control } = form
  const save = useSaveEntry({ form, words, save: (values) => saveStock(props, values), onSaved })
  return (
    <FormDialog
      title={`調整庫存 ${entry.title}`}
      submitLabel="儲存"
      save={save}
      onClose={onClose}
      extraAction={
        entry.on_hand !== null && (
          <Button color="error" onClick={() => onOpen('close')}>
            改為不限量
          </Button>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' }, pt: 1 }}>
        <DigitsFormField
          control={control}
          name="on_hand"
          label={words.on_hand.label}
          required
          help={entry.held === null ? '目前不限量' : `已保留 ${entry.held} 件給訂單`}
        />
        <SelectFormField
          control={control}
          name="reason"
          label={words.reason.label}
          required
          options={reasonOptions}
        />
        <TextFormField control={control} name="note" label={words.note.label} />
      </Box>
    </FormDialog>
  )
}

/** A number that has changed meanwhile closes the dialog: the list then shows the new one. */
async function saveStock({ entry, onSaved }: EntryDialogProps<StockEntry>, form: StockForm) {
  const note = form.note.trim()
  try {
    const { message, notice } = await write(adminStockApi.update, {
      params: { id: entry.id },
      data: {
        on_hand: form.on_hand,
        reason: form.reason,
        expected_on_hand: entry.on_hand,
        ...(note !== '' && { note }),
      },
    })
    return { message: notice ? `${message}。${notice}` : message }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'STOCK_CHANGED') onSaved()
    throw error
  }
}
