import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import type { CustomerDetail } from '#contract/customers.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { searchApi } from '#contract/search.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { Amount } from '../ui/amount.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { DigitsFormField, TextFormField } from '../ui/form-fields.tsx'
import { keepEnter } from '../ui/search-enter.ts'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface OrderedProduct {
  productId: string
  title: string
  price: number
  qty: number | ''
}

interface NewOrderForm {
  name: string
  email: string
  tel: string
  address: string
  message: string
  lines: OrderedProduct[]
}

/** Enters an order for a customer, with the contact of the last one. */
export function NewOrderDialog(props: { customer: CustomerDetail; onClose: () => void }) {
  const { customer, onClose } = props
  const idempotency = useIdempotencyKey()
  const { name, email, tel, address } = customer
  const form = useForm<NewOrderForm>({
    defaultValues: { name, email, tel, address, message: '', lines: [] },
  })
  const save = useSaveEntry<NewOrderForm>({
    form,
    save: ({ lines, message, ...user }) => {
      const input = {
        data: {
          user,
          message,
          customer_id: customer.id,
          products: lines.map(({ productId, qty }) => ({
            product_id: productId,
            qty: Number(qty || 0),
          })),
        },
      }
      return write(adminOrderApi.create, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: {
      name: { label: '姓名', missing: '請填寫姓名' },
      email: { label: '電子信箱', missing: '請填寫電子信箱' },
      tel: { label: '電話', missing: '請填寫電話' },
      address: { label: '地址', missing: '請填寫地址' },
    },
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`代客建立訂單　${name}`}
      submitLabel="建立訂單"
      save={save}
      isWaiting={form.watch('lines').length === 0}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <Lines form={form} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <TextFormField control={form.control} name="name" label="姓名" required />
          <TextFormField control={form.control} name="tel" label="電話" required />
        </Box>
        <TextFormField control={form.control} name="email" label="電子信箱" required />
        <TextFormField control={form.control} name="address" label="地址" required />
        <TextFormField control={form.control} name="message" label="備註" rows={2} />
      </Box>
    </FormDialog>
  )
}

function Lines({ form }: { form: ReturnType<typeof useForm<NewOrderForm>> }) {
  const lines = useFieldArray({ control: form.control, name: 'lines' })
  const sum = form
    .watch('lines')
    .reduce((all, { price, qty }) => all + price * (Number(qty) || 0), 0)
  const chosen = lines.fields.map(({ productId }) => productId)
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ProductChoice chosen={chosen} onChoose={(product) => lines.append({ ...product, qty: 1 })} />
      {lines.fields.map((line, index) => (
        <Box key={line.id} sx={row}>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {line.title}
            <Box sx={{ color: 'text.secondary', fontSize: 14 }}>
              <Amount value={line.price} />
            </Box>
          </Box>
          <DigitsFormField control={form.control} name={`lines.${index}.qty`} label="數量" />
          <Button
            color="inherit"
            aria-label={`移除 ${line.title}`}
            onClick={() => lines.remove(index)}
          >
            移除
          </Button>
        </Box>
      ))}
      {lines.fields.length > 0 && (
        <Box sx={{ textAlign: 'right' }}>
          商品金額 <Amount value={sum} />
        </Box>
      )}
    </Box>
  )
}

/** Every search is recorded: it waits until the word is typed. */
const searchDelayMs = 400

function ProductChoice(props: {
  chosen: string[]
  onChoose: (product: Omit<OrderedProduct, 'qty'>) => void
}) {
  const [text, setText] = useState('')
  const [isComposing, setComposing] = useState(false)
  const word = text.trim()
  const asked = useDebounced(word, { delayMs: searchDelayMs, isComposing })
  const found = useQuery({
    ...apiQuery(searchApi.search, { query: { q: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const options = (word === '' ? [] : (found.data?.products ?? [])).filter(
    ({ id }) => !props.chosen.includes(id),
  )
  return (
    <Autocomplete
      size="small"
      options={options}
      value={null}
      inputValue={text}
      onInputChange={(_, next, reason) => setText(reason === 'reset' ? '' : next)}
      onChange={(_, product) => {
        if (product) {
          const { id, title, price } = product
          props.onChoose({ productId: id, title, price })
        }
      }}
      filterOptions={(all) => all}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ title }) => title}
      loading={found.isFetching || asked !== word}
      loadingText="載入中"
      noOptionsText={word === '' ? '輸入商品名稱' : '找不到商品'}
      onKeyDown={keepEnter}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      renderInput={(params) => <TextField {...params} label="加入商品" />}
    />
  )
}

const row = {
  display: 'grid',
  gap: 1,
  alignItems: 'center',
  gridTemplateColumns: 'minmax(0, 1fr) 96px auto',
} as const
