import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { adminMenuApi } from '#contract/admin-menu.ts'
import { apiQuery } from '../../api/queries.ts'
import { type FieldProps, SelectFormField } from '../ui/fields/form-fields.tsx'

/** One of the pages of the shop, by its title. */
export function PageFormField<Form extends FieldValues>(props: FieldProps<Form>) {
  const pages = useQuery(apiQuery(adminMenuApi.read, {})).data?.pages ?? []
  const options = pages.map(({ id, title, is_public }) => ({
    value: id,
    label: is_public ? title : `${title}（草稿，公開後才會顯示）`,
  }))
  return <SelectFormField {...props} options={options} />
}
