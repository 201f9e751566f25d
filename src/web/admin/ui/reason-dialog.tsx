import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { TextFormField } from './fields/form-fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useSaveEntry } from './use-save-entry.ts'

/** Does something for a reason that shoppers read. */
export function ReasonDialog(props: {
  title: string
  submitLabel: string
  label: string
  missing: string
  help: string
  save: (data: { reason: string }) => Promise<{ message: string }>
  onSaved: () => void
  onClose: () => void
  /** Below the reason. */
  children?: ReactNode
}) {
  const { label, missing, onClose } = props
  const form = useForm({ defaultValues: { reason: '' } })
  const save = useSaveEntry({
    form,
    save: props.save,
    words: { reason: { label, missing } },
    onSaved: props.onSaved,
  })
  return (
    <FormDialog title={props.title} submitLabel={props.submitLabel} save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="reason"
          label={label}
          rows={3}
          required
          help={props.help}
        />
        {props.children}
      </Box>
    </FormDialog>
  )
}
