import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'
import { type Customer, customerApi } from '#contract/customers.ts'
import { apiQuery } from '../../../api/queries.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { keepEnter } from '../../ui/search-enter.ts'
import { contactWords, telFault } from '../contact-fields.tsx'
import type { NewOrderForm } from './new-order-form.ts'

/** So many digits are a beginning that few customers share. */
const minDigits = 4

/** The telephone of a caller; while it is typed, customers with this number are offered. */
export function CallerField(props: {
  control: Control<NewOrderForm>
  /** A customer is chosen already. */
  isKnown: boolean
  onChoose: (customer: Customer) => void
}) {
  const { field, fieldState } = useController({
    control: props.control,
    name: 'tel',
    rules: { validate: (typed) => telFault(typed, '') ?? true },
  })
  const word = field.value.trim()
  const asked = useDebounced(word, { delayMs: 250, isComposing: false })
  const found = useQuery({
    ...apiQuery(customerApi.list, { query: { q: asked.slice(0, 100) } }),
    enabled: !props.isKnown && asked.replace(/\D/g, '').length >= minDigits,
  })
  const isSettled = asked === word && !props.isKnown
  const customers = isSettled ? (found.data?.customers ?? []) : []
  return (
    <Box sx={{ minWidth: 0 }}>
      <Autocomplete<Customer, false, false, true>
        freeSolo
        size="small"
        options={customers}
        filterOptions={(all) => all}
        value={null}
        inputValue={field.value}
        onInputChange={(_, next, reason) => {
          if (reason === 'input' || reason === 'clear') field.onChange(next)
        }}
        onChange={(_, chosen) => {
          if (chosen && typeof chosen !== 'string') props.onChoose(chosen)
        }}
        onBlur={field.onBlur}
        onKeyDown={keepEnter}
        getOptionKey={(one) => (typeof one === 'string' ? one : one.id)}
        getOptionLabel={(one) => (typeof one === 'string' ? one : one.tel)}
        renderOption={({ key, ...option }, customer) => (
          <Box component="li" key={key} {...option}>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {customer.name}
              <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
                {customer.tel}・{customer.member_id === undefined ? '訪客' : '會員'}・
                {customer.orders.toLocaleString('zh-TW')} 筆訂單
              </Box>
            </Box>
          </Box>
        )}
        renderInput={(input) => (
          <TextField
            {...input}
            inputRef={field.ref}
            label={contactWords.tel.label}
            required
            error={fieldState.invalid}
            helperText={
              fieldState.error?.message ??
              (found.error ? '目前查不到顧客，可以直接填寫' : '輸入電話，選擇訂購過的顧客')
            }
            slotProps={{
              ...input.slotProps,
              htmlInput: { ...input.slotProps.htmlInput, inputMode: 'tel' },
            }}
          />
        )}
      />
    </Box>
  )
}
