import TextField from '@mui/material/TextField'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { ShippingMethod } from '#contract/shipping.ts'
import { shopTerms } from '../../../api/shop-config.ts'
import type { NewOrderForm } from './new-order-form.ts'
import type { OrderQuote } from './order-quote.tsx'

/** The methods that the staff may choose for a caller; undefined in a shop with one way home. */
export function staffMethods(): ShippingMethod[] | undefined {
  // A store is chosen by the shopper alone.
  return shopTerms?.delivery?.filter(({ kind }) => kind !== 'store')
}

/** The method of an order by hand, and the place where it is picked up. */
export function DeliveryChoice(props: {
  control: Control<NewOrderForm>
  methods: readonly ShippingMethod[]
  quoted: OrderQuote
}) {
  const { control, methods, quoted } = props
  const method = useWatch({ control, name: 'method' })
  const { places = [] } = methods.find(({ id }) => id === method) ?? {}
  const offered = quoted.quote?.shipping?.methods.find(({ id }) => id === method)
  return (
    <>
      <Choice
        control={control}
        name="method"
        label="配送方式"
        options={methods}
        fault={offered?.reason}
      />
      {places.length > 1 && (
        <Choice control={control} name="place" label="取貨地點" options={places} />
      )}
    </>
  )
}

function Choice(props: {
  control: Control<NewOrderForm>
  name: 'method' | 'place'
  label: string
  options: readonly { id: string; name: string }[]
  fault?: string | undefined
}) {
  const { control, name, label, options, fault } = props
  const { field, fieldState } = useController({ control, name })
  const { ref, ...input } = field
  const error = fieldState.error?.message ?? fault
  return (
    <TextField
      {...input}
      inputRef={ref}
      select
      fullWidth
      size="small"
      label={label}
      error={error !== undefined}
      helperText={error}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {name === 'place' && <option value="">請選擇</option>}
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.name}
        </option>
      ))}
    </TextField>
  )
}
