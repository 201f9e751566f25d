import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useForm } from 'react-hook-form'
import { type AdminInvoice, adminInvoiceApi } from '#contract/invoices.ts'
import { write } from '../../api/write.ts'
import { askAbout } from '../lists/ask-about.tsx'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { InvoiceFormFields } from '../orders/invoice/invoice-form-fields.tsx'
import {
  fromStaffInvoice,
  type InvoiceForm,
  invoiceWords,
  staffInvoiceField,
  toStaffInvoice,
} from '../orders/invoice/staff-invoice.ts'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Question } from '../ui/question.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { InvoiceFacts, InvoiceLines } from './invoice-facts.tsx'
import { invoiceStateText } from './invoice-words.ts'

/** The words of the question before another try. */
export function retryQuestion({ id, order_number: number, message }: AdminInvoice): Question {
  return {
    title: `訂單 ${number} - 重試發票`,
    text: `${message ? `${message}。` : ''}若先前沒有收到回覆，會先確認結果，不會重複開立。`,
    label: '重試',
    run: () => write(adminInvoiceApi.retry, { params: { id } }),
  }
}

export const RetryInvoiceDialog = askAbout(retryQuestion)

export function InvoiceDialog({ entry, onClose }: EntryDialogProps<AdminInvoice>) {
  return (
    <DialogFrame
      title={`${entry.number ?? `訂單 ${entry.order_number}`} - ${invoiceStateText(entry)}`}
      maxWidth="sm"
      fillsSmallScreen
      onClose={onClose}
    >
      <DialogContent dividers>
        <InvoiceFacts invoice={entry} />
        <InvoiceLines invoice={entry} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          關閉
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

interface ReissueForm extends InvoiceForm {
  reason: string
}

/** 作廢重開: the invoice is made void, and another one is issued with what is chosen here. */
export function ReissueDialog(props: {
  invoice: AdminInvoice
  onSaved: () => void
  onClose: () => void
}) {
  const { invoice, onSaved, onClose } = props
  const form = useForm<ReissueForm>({
    defaultValues: { reason: '', invoice: toStaffInvoice(invoice.choice) },
  })
  const save = useSaveEntry<ReissueForm>({
    form,
    save: ({ reason, invoice: typed }) => {
      const choice = fromStaffInvoice(typed)
      const data = { reason, ...(choice && { invoice: choice }) }
      return write(adminInvoiceApi.reissue, { params: { id: invoice.id }, data })
    },
    words: {
      reason: { label: '作廢原因', invalid: '作廢原因請在 20 個字以內' },
      ...invoiceWords,
    },
    fieldOf: (name) =>
      name === 'reason'
        ? name
        : (staffInvoiceField(name, form.getValues('invoice')) ?? 'invoice.kind'),
    onSaved,
  })
  return (
    <FormDialog
      title={`作廢重開 ${invoice.number ?? ''}`}
      submitLabel="作廢並重新開立"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="reason"
          label="作廢原因"
          required
          help="這張發票會作廢，並依下面的內容開立新的發票。無法復原。"
        />
        <InvoiceFormFields control={form.control} />
      </Box>
    </FormDialog>
  )
}

export function ReissueEntryDialog({ entry, onSaved, onClose }: EntryDialogProps<AdminInvoice>) {
  return <ReissueDialog invoice={entry} onSaved={onSaved} onClose={onClose} />
}
