import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import type { Role } from '#contract/permissions.ts'
import { staffApi } from '#contract/staff.ts'
import { write } from '../../api/write.ts'
import { useAdmin } from '../admin-context.ts'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { FlagFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { roleOptions, roleSummaries } from './role-words.ts'
import { type StaffRow, staffName } from './staff-columns.tsx'

interface StaffForm {
  name: string
  role: Role
  is_disabled: 0 | 1
}

const words = {
  name: { label: '姓名', invalid: '姓名為 1 到 30 個字' },
  role: { label: '角色' },
  is_disabled: { label: '停用' },
}

/** Name, role and whether the account is open; nobody changes their own power. */
export function StaffFormDialog({ entry, onSaved, onClose, onOpen }: EntryDialogProps<StaffRow>) {
  const form = useForm<StaffForm>({
    defaultValues: {
      name: entry.name,
      role: entry.role,
      is_disabled: entry.is_disabled ? 1 : 0,
    },
  })
  const { control } = form
  const { uid: ownUid } = useAdmin()
  const save = useSaveEntry({
    form,
    words,
    onSaved,
    // Only changed fields are sent, so that a colleague's change of another one stays.
    save: ({ name, role, is_disabled: isDisabled }, shown) =>
      write(staffApi.update, {
        params: { uid: entry.uid },
        data: {
          ...(name !== shown.name && { name }),
          ...(role !== shown.role && { role }),
          ...(isDisabled !== shown.is_disabled && { is_disabled: isDisabled === 1 }),
        },
      }),
  })
  return (
    <FormDialog
      title={`編輯成員 ${staffName(entry)}`}
      submitLabel="儲存"
      save={save}
      onClose={onClose}
      extraAction={
        <Button color="error" onClick={() => onOpen('remove')}>
          移除成員
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
        <TextFormField control={control} name="name" label="姓名" />
        <SelectFormField
          control={control}
          name="role"
          label="角色"
          required
          options={roleOptions}
          help={roleSummaries[form.watch('role')]}
        />
        <FlagFormField
          control={control}
          name="is_disabled"
          label="停用（登出所有裝置，無法登入）"
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" color="inherit" onClick={() => onOpen('sign-out')}>
            登出所有裝置
          </Button>
          {entry.has_totp && entry.uid !== ownUid && (
            <Button variant="outlined" color="inherit" onClick={() => onOpen('reset-totp')}>
              停用兩步驟驗證
            </Button>
          )}
        </Box>
      </Box>
    </FormDialog>
  )
}
