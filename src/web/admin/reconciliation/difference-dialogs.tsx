import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { adminReconciliationApi, type Difference } from '#contract/reconciliation.ts'
import { write } from '../../api/write.ts'
import { askAbout } from '../lists/ask-about.tsx'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { differenceLabels } from './difference-labels.ts'

type Props = EntryDialogProps<Difference>

/** Marks a line as settled, with a note; the books stay as they are. */
export function ResolveDialog({ entry, onDeleted, onClose }: Props) {
  const form = useForm({ defaultValues: { note: '' } })
  const save = useSaveEntry({
    form,
    save: (data) => write(adminReconciliationApi.resolve, { params: { id: entry.id }, data }),
    words: { note: { label: '處理備註' } },
    onSaved: onDeleted,
  })
  return (
    <FormDialog
      title={`標記為已處理：${differenceLabels[entry.kind]}`}
      submitLabel="標記為已處理"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ pt: 1 }}>
        <TextFormField
          control={form.control}
          name="note"
          label="處理備註"
          required
          help="帳目不會因此改變"
        />
      </Box>
    </FormDialog>
  )
}

/** Asks the gateway for the attempt of a line, which then leaves the list if its cause is gone. */
export const QueryDialog = askAbout<Difference>(({ attempt_id: id = '', trade_no }) => ({
  title: '立即查詢',
  text: `現在向金流查詢交易 ${trade_no}，結果會直接套用到訂單。`,
  label: '立即查詢',
  run: () => write(adminReconciliationApi.query, { params: { id } }),
}))
