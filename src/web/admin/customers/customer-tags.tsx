import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CustomerDetail, customerApi } from '#contract/customers.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { useMay } from '../admin-context.ts'
import { Panel } from '../ui/panel.tsx'
import { CustomerTagChips } from './customer-tag-chips.tsx'

const maxTags = 20

/** Tags are typed or chosen of those in use; each change is saved at once. */
export function CustomerTags({ customer }: { customer: CustomerDetail }) {
  const may = useMay()
  const [text, setText] = useState('')
  const inUse = useQuery({
    ...apiQuery(customerApi.tags, { query: { q: text.slice(0, 20) } }),
    placeholderData: keepPreviousData,
  })
  const save = useApiMutation(customerApi.update, {
    toast: 'failure',
    isPendingUntilShown: true,
  })
  const tags = save.isPending ? (save.variables.data.tags ?? []) : customer.tags
  if (!may('customer.write')) {
    return (
      <Panel title="標籤">{tags.length > 0 ? <CustomerTagChips tags={tags} /> : '沒有標籤'}</Panel>
    )
  }
  return (
    <Panel title="標籤">
      <Autocomplete
        multiple
        freeSolo
        filterSelectedOptions
        size="small"
        options={inUse.data?.tags ?? []}
        value={tags}
        inputValue={text}
        onInputChange={(_, next) => setText(next)}
        onChange={(_, next) =>
          save.mutate({
            params: { id: customer.id },
            data: { tags: next.map(String), shown_tags: tags },
          })
        }
        renderInput={(params) => (
          <TextField
            {...params}
            label="標籤"
            helperText={`按 Enter 加入，每個 1 至 20 個字，最多 ${maxTags} 個`}
          />
        )}
      />
    </Panel>
  )
}
