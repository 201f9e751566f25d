import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form'
import { invoiceCarrierLabels, invoiceKindLabels } from '#contract/invoice-words.ts'
import { SelectFormField, TextFormField } from '../../ui/fields/form-fields.tsx'
import type { InvoiceForm } from './staff-invoice.ts'

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The choice of an invoice for a caller; the server says what is wrong with a number. */
export function InvoiceFormFields<Form extends FieldValues & InvoiceForm>({
  control,
}: {
  control: Control<Form>
}) {
  const kind = useWatch({ control, name: 'invoice.kind' as Path<Form> })
  const carrier = useWatch({ control, name: 'invoice.carrier' as Path<Form> })
  const field = (name: keyof InvoiceForm['invoice'], label: string) => ({
    ...{ control, name: `invoice.${name}` as Path<Form>, label },
  })
  return (
    <>
      <SelectFormField
        {...field('kind', '發票')}
        options={optionsOf(invoiceKindLabels)}
        emptyLabel="未指定（會員載具）"
      />
      {kind === 'person' && (
        <SelectFormField {...field('carrier', '載具')} options={optionsOf(invoiceCarrierLabels)} />
      )}
      {kind === 'person' && carrier === 'mobile' && (
        <TextFormField {...field('mobile', '手機條碼')} required />
      )}
      {kind === 'person' && carrier === 'citizen' && (
        <TextFormField {...field('citizen', '自然人憑證條碼')} required />
      )}
      {kind === 'company' && (
        <>
          <TextFormField {...field('taxId', '統一編號')} required />
          <TextFormField {...field('title', '公司抬頭')} required />
          <TextFormField {...field('mobile', '手機條碼')} help="留空時開立紙本發票" />
        </>
      )}
      {kind === 'donation' && <TextFormField {...field('loveCode', '捐贈碼')} required />}
    </>
  )
}
