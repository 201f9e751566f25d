import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { Control, FieldValues, UseControllerReturn } from 'react-hook-form'
import { counties } from '#contract/address.ts'
import { type AddressForm, addressLabels } from '../../shared/address-form.ts'
import { useAddressFields } from '../../shared/use-address-fields.ts'

/** The address of an order, as the staff types or pastes it. */
export function AddressFields<Form extends FieldValues & AddressForm>(props: {
  control: Control<Form>
}) {
  const address = useAddressFields(props.control)
  const { zip, county, district, address: line } = address.fields
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'start',
          gap: 2,
          '& > *': { flex: '2 1 7rem' },
        }}
      >
        <TextField
          {...inputProps(zip)}
          sx={{ flexGrow: 1 }}
          onChange={({ target }) => address.typeZip(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 10 } }}
        />
        <TextField
          {...inputProps(county)}
          {...nativeSelect}
          onChange={({ target }) => address.chooseCounty(target.value)}
        >
          <Options names={counties} />
        </TextField>
        <TextField
          {...inputProps(district)}
          {...nativeSelect}
          onChange={({ target }) => address.chooseDistrict(target.value)}
        >
          <Options names={address.districts} />
        </TextField>
      </Box>
      <TextField
        {...inputProps(line)}
        required
        fullWidth
        helperText={line.fieldState.error?.message ?? '貼上完整地址，會自動填好上面的欄位'}
        onBlur={address.leaveLine}
        slotProps={{ htmlInput: { onPaste: address.pasteLine } }}
      />
    </>
  )
}

function inputProps({
  field: { ref, ...input },
  fieldState,
}: UseControllerReturn<AddressForm, keyof AddressForm>) {
  return {
    ...input,
    inputRef: ref,
    label: addressLabels[input.name],
    error: fieldState.invalid,
    helperText: fieldState.error?.message,
    size: 'small' as const,
    autoComplete: 'off',
  }
}

const nativeSelect = {
  select: true,
  slotProps: { select: { native: true }, inputLabel: { shrink: true } },
}

function Options({ names }: { names: readonly string[] }) {
  return (
    <>
      <option value="">請選擇</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </>
  )
}
