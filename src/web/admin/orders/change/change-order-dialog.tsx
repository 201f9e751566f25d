import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type Control, useController, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { adminOrderChangeApi } from '#contract/order-change.ts'
import { homeMethodId, shippingKindLabels } from '#contract/shipping-kinds.ts'
import { write } from '../../../api/write.ts'
import { useMay } from '../../admin-context.ts'
import { Thumbnail } from '../../products/thumbnail.tsx'
import { Amount } from '../../ui/amount.tsx'
import { DigitsFormField } from '../../ui/fields/form-fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { AddressFields } from '../address-fields.tsx'
import { staffMethods } from '../new/delivery-choice.tsx'
import { LinePicker } from '../new/line-picker.tsx'
import { controlColumn, lineRow } from '../new/line-row.ts'
import type { OrderDialogProps } from '../order-life.ts'
import { type ChangeForm, type ChangeMethod, toChangeForm, toChangeInput } from './change-form.ts'
import { ChangeSums } from './change-sums.tsx'
import { useChangePreview } from './use-change-preview.ts'

/** Changes goods and delivery of an order; both sums stand there before it is sent. */
export function ChangeOrderDialog({ life, onClose }: OrderDialogProps) {
  const { order } = life
  const may = useMay()
  const form = useForm<ChangeForm>({ defaultValues: toChangeForm(order) })
  const { control } = form
  const typed = useWatch({ control }) as ChangeForm
  const methods = changeMethods()
  const method = methods.find(({ id }) => id === typed.method)
  const input = toChangeInput(order.id, typed, method)
  const shown = useChangePreview(input)
  const { preview, isCurrent } = shown
  const isRefused = (preview?.refund ?? 0) > 0 && !may('refund.write')
  const fault = isRefused ? '這筆變更需要退款，請有退款權限的人員操作' : shown.fault
  const save = useSaveEntry<ChangeForm>({
    form,
    save: async () => {
      if (!input || !preview) throw new Error('請先填好數量')
      const expected_difference = preview.difference
      const data = { ...input.data, expected_difference }
      try {
        return await write(adminOrderChangeApi.change, { ...input, data })
      } catch (error) {
        // The sums of now are shown in the place of those that were refused.
        shown.refetch()
        throw error
      }
    },
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`變更訂單 ${order.number}`}
      submitLabel="確定變更"
      save={save}
      isReady={save.isDirty && isCurrent && fault === undefined}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <ChangedLines control={control} />
        <ChangedDelivery control={control} now={order.shipping?.name ?? '宅配'} />
        {fault !== undefined && <Alert severity="error">{fault}</Alert>}
        {preview ? (
          <ChangeSums preview={preview} isCurrent={isCurrent} isPaid={order.is_paid} />
        ) : (
          fault === undefined && (
            <Box sx={{ color: 'text.secondary' }}>
              {input ? '計算金額中' : '填好數量與地址後計算金額'}
            </Box>
          )
        )}
      </Box>
    </FormDialog>
  )
}

function ChangedLines({ control }: { control: Control<ChangeForm> }) {
  const lines = useFieldArray({ control, name: 'lines' })
  return (
    <>
      {lines.fields.map((line, index) => (
        <Box key={line.id} role="group" aria-label={line.title} sx={lineRow}>
          <Thumbnail src={line.picture} alt="" size={48} />
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {line.title}
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              <Amount value={line.price} />
            </Box>
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, gridColumn: controlColumn }}>
            <Box sx={{ width: 96 }}>
              <DigitsFormField control={control} name={`lines.${index}.qty`} label="數量" />
            </Box>
            <Button
              color="inherit"
              aria-label={`移除 ${line.title}`}
              disabled={lines.fields.length === 1}
              onClick={() => lines.remove(index)}
              sx={{ minHeight: 44 }}
            >
              移除
            </Button>
          </Box>
        </Box>
      ))}
      <LinePicker
        taken={lines.fields}
        onAdd={(line) => lines.append(line, { shouldFocus: false })}
      />
    </>
  )
}

/** A store is chosen by the shopper alone. */
function ChangedDelivery({ control, now }: { control: Control<ChangeForm>; now: string }) {
  const methods = changeMethods()
  const method = useController({ control, name: 'method' })
  const place = useController({ control, name: 'place' })
  const chosen = methods.find(({ id }) => id === method.field.value)
  const { places = [] } = chosen ?? {}
  return (
    <>
      <Choice
        label="配送"
        first={`不變（${now}）`}
        options={methods.map(({ id, kind, name }) => ({
          id,
          name: kind === 'home' ? `${name}（填寫新地址）` : name,
        }))}
        field={method.field}
      />
      {chosen?.kind === 'home' && <AddressFields control={control} />}
      {places.length > 1 && <Choice label="取貨地點" options={places} field={place.field} />}
    </>
  )
}

/** A shop with one way home lists none to choose. */
function changeMethods(): readonly ChangeMethod[] {
  return staffMethods() ?? [{ id: homeMethodId, kind: 'home', name: shippingKindLabels.home }]
}

function Choice(props: {
  label: string
  /** Nothing of the options; absent where one of them counts. */
  first?: string
  options: readonly { id: string; name: string }[]
  field: { value: string; onChange: (value: string) => void }
}) {
  const { label, first, options, field } = props
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={field.value}
      onChange={({ target }) => field.onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {first !== undefined && <option value="">{first}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  )
}
