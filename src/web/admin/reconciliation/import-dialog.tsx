import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { EndpointReply } from '#contract/endpoint.ts'
import type * as schema from '#contract/reconciliation.schema.ts'
import { adminReconciliationApi } from '#contract/reconciliation.ts'
import { sendForm } from '../files/send-form.ts'
import type { DialogProps } from '../lists/list-definition.ts'
import { SelectFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface ImportForm {
  file: File | null
  trade_no: string
  amount: string
  fee: string
  day: string
}

/** Imports a settlement file; one with headers of its own asks once which column is which. */
export function ImportDialog({ onSaved, onClose }: DialogProps) {
  const form = useForm<ImportForm>({
    defaultValues: { file: null, trade_no: '', amount: '', fee: '', day: '' },
  })
  const [headers, setHeaders] = useState<string[]>()
  const input = useRef<HTMLInputElement>(null)
  const { control } = form
  const file = form.watch('file')
  const fileError = form.formState.errors.file?.message
  const save = useSaveEntry<ImportForm, EndpointReply<typeof schema.importFile>>({
    form,
    save: async (values) => {
      if (!values.file) throw new Error('請選擇檔案')
      const { trade_no, amount, fee, day } = values
      const columns = headers && { trade_no, amount, ...(fee && { fee }), ...(day && { day }) }
      const reply = await sendForm(
        adminReconciliationApi.importFile,
        {},
        {
          ...(columns && { columns: JSON.stringify(columns) }),
          file: values.file,
        },
      )
      if (reply.headers) setHeaders(reply.headers)
      return reply
    },
    isSaved: ({ headers }) => headers === undefined,
    onSaved,
  })
  const options = headers?.map((header) => ({ value: header, label: header })) ?? []
  return (
    <FormDialog
      title="匯入對帳檔"
      submitLabel={headers ? '以這些欄位匯入' : '匯入'}
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <Box>
          <Button
            variant="outlined"
            color="inherit"
            sx={{ minHeight: 44 }}
            onClick={() => input.current?.click()}
          >
            選擇 CSV 檔案
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="對帳檔"
            accept=".csv,text/csv"
            onChange={({ target }) => {
              form.setValue('file', target.files?.[0] ?? null, { shouldDirty: true })
              setHeaders(undefined)
              // The same file, corrected, is a change again.
              target.value = ''
            }}
          />
          <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {file ? file.name : '金流後台下載的撥款明細，UTF-8 或 Big5'}
          </Typography>
          {fileError && <Typography role="alert">{fileError}</Typography>}
        </Box>
        {headers && (
          <>
            <Typography>第一次看到這種檔案，請選擇各欄位的意義，之後會記住。</Typography>
            <SelectFormField
              control={control}
              name="trade_no"
              label="交易編號"
              required
              options={options}
            />
            <SelectFormField
              control={control}
              name="amount"
              label="交易金額"
              required
              options={options}
            />
            <SelectFormField control={control} name="fee" label="手續費" options={options} />
            <SelectFormField control={control} name="day" label="交易日期" options={options} />
          </>
        )}
      </Box>
    </FormDialog>
  )
}
