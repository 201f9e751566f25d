import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { apiKeysApi } from '#contract/api-keys.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { keyPermissions } from '#contract/permissions.ts'
import { write } from '../../../api/write.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextFormField } from '../../ui/fields/form-fields.tsx'
import { endOfTaipeiDay } from '../../ui/fields/taipei-input.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { CheckboxList } from './checkbox-list.tsx'
import { permissionLabel } from './connect-words.ts'

type Asked = EndpointInput<NonNullable<typeof apiKeysApi.create.schema>>['data']

interface Form {
  name: string
  permissions: Asked['permissions']
  /** A day, or empty. */
  ends: string
}

const options = keyPermissions.map((value) => ({ value, label: permissionLabel(value) }))

const words = {
  name: { label: '名稱', invalid: '名稱為 1 到 60 個字' },
  permissions: { label: '權限', invalid: '請至少選擇一項' },
  ends: { label: '到期日', saysItself: true },
}

/** Makes a key; the server shows it once. */
export function ApiKeyDialog(props: { onMade: (key: string) => void; onClose: () => void }) {
  const form = useForm<Form>({ defaultValues: { name: '', permissions: [], ends: '' } })
  const save = useSaveEntry({
    form,
    words,
    save: ({ name, permissions, ends }) =>
      write(apiKeysApi.create, {
        data: {
          ...{ name, permissions },
          ...(ends !== '' && { ends: Math.floor(endOfTaipeiDay(ends) / 1_000) }),
        },
      }),
    onSaved: ({ key }) => props.onMade(key),
  })
  return (
    <FormDialog title="建立 API 金鑰" submitLabel="建立金鑰" save={save} onClose={props.onClose}>
      <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="name"
          label="名稱"
          required
          help="使用這個金鑰的程式，例如：倉儲系統；操作紀錄會顯示這個名稱"
        />
        <CheckboxList
          control={form.control}
          name="permissions"
          label="權限（只開放程式需要的項目）"
          options={options}
        />
        <DateField control={form.control} name="ends" label="到期日" help="留空表示不會到期" />
      </Box>
    </FormDialog>
  )
}
