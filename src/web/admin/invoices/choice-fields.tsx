import TextField from '@mui/material/TextField'
import { type Control, Controller, useWatch } from 'react-hook-form'
import type { InvoiceCarrier, InvoiceInput, InvoiceKind } from '#contract/invoice-choice.ts'
import { invoiceCarrierLabels, invoiceKindLabels } from '#contract/invoice-words.ts'
import { TextFormField } from '../ui/fields/form-fields.tsx'

/** All fields at once; those of other kinds are not sent. */
export interface ChoiceForm {
  kind: InvoiceKind
  /** Empty: a company's is printed. */
  carrier_type: InvoiceCarrier | ''
  carrier: string
  tax_id: string
  title: string
  love_code: string
}

export function choiceForm(choice: InvoiceInput = { kind: 'person' }): ChoiceForm {
  const { kind, carrier_type: type, carrier = '', tax_id = '', title = '' } = choice
  return {
    kind,
    carrier_type: type ?? (kind === 'person' ? 'member' : ''),
    ...{ carrier, tax_id, title, love_code: choice.love_code ?? '' },
  }
}

export function choiceInput(form: ChoiceForm): InvoiceInput {
  const { kind, carrier_type: type, carrier, tax_id, title, love_code } = form
  const stored = type !== '' && { carrier_type: type, ...(type !== 'member' && { carrier }) }
  if (kind === 'donation') return { kind, love_code }
  if (kind === 'person') return { kind, ...stored }
  return { kind, tax_id, title, ...(type === 'mobile' && stored) }
}

/** The choice of an invoice, for the staff. */
export function ChoiceFields<Form extends ChoiceForm>(props: { control: Control<Form> }) {
  // The fields of a choice are a part of every form that has them.
  const control = props.control as unknown as Control<ChoiceForm>
  const { kind, carrier_type: type } = useWatch({ control }) as ChoiceForm
  const carriers: readonly (InvoiceCarrier | '')[] =
    kind === 'person' ? ['member', 'mobile', 'citizen'] : ['', 'mobile']
  const needsCarrier = kind !== 'donation' && (type === 'mobile' || type === 'citizen')
  return (
    <>
      <Select
        control={control}
        name="kind"
        label="發票種類"
        options={Object.entries(invoiceKindLabels)}
      />
      {kind !== 'donation' && (
        <Select
          control={control}
          name="carrier_type"
          label="載具"
          options={carriers.map((one) => [one, one === '' ? '紙本' : invoiceCarrierLabels[one]])}
        />
      )}
      {kind === 'company' && (
        <>
          <TextFormField control={control} name="tax_id" label="統一編號" required />
          <TextFormField control={control} name="title" label="公司抬頭" required />
        </>
      )}
      {needsCarrier && (
        <TextFormField control={control} name="carrier" label="載具號碼" required />
      )}
      {kind === 'donation' && (
        <TextFormField control={control} name="love_code" label="捐贈碼" required />
      )}
    </>
  )
}

function Select(props: {
  control: Control<ChoiceForm>
  name: 'kind' | 'carrier_type'
  label: string
  options: readonly (readonly [string, string])[]
}) {
  const { control, name, label, options } = props
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <TextField
          {...field}
          select
          size="small"
          label={label}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </TextField>
      )}
    />
  )
}
