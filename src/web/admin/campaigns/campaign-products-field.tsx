import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'
import { adminCatalogApi } from '#contract/catalog.ts'
import { formatMoney } from '#contract/money.ts'
import { apiQuery } from '../../api/queries.ts'
import { keepEnter } from '../ui/search-enter.ts'
import type { CampaignForm, ChosenProduct } from './campaign-form.ts'

/** Chooses the products of a campaign, in the order of its page. */
export function CampaignProductsField({ control }: { control: Control<CampaignForm> }) {
  const { field, fieldState } = useController({ control, name: 'products' })
  const query = useQuery(apiQuery(adminCatalogApi.all, {}))
  const options = Object.values(query.data?.products ?? {}).map(
    ({ id, title, price }): ChosenProduct => ({ product_id: id, title, own_price: price }),
  )
  return (
    <Autocomplete<ChosenProduct, true>
      multiple
      options={options}
      value={field.value}
      loading={query.isPending}
      loadingText="載入中"
      noOptionsText={query.error ? query.error.message : '找不到商品'}
      disableCloseOnSelect
      getOptionKey={({ product_id }) => product_id}
      getOptionLabel={({ title, own_price }) => `${title} ${formatMoney(own_price)}`}
      isOptionEqualToValue={(one, other) => one.product_id === other.product_id}
      onChange={(_, chosen) => field.onChange(chosen)}
      onBlur={field.onBlur}
      onKeyDown={keepEnter}
      renderInput={(input) => (
        <TextField
          {...input}
          inputRef={field.ref}
          label="商品"
          size="small"
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? '1 至 10 項；發布後依發布時的內容販售'}
        />
      )}
    />
  )
}
