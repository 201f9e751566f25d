import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import type { Role } from '#contract/permissions.ts'
import { staffApi } from '#contract/staff.ts'
import { write } from '../../api/write.ts'
import { useAdmin } from '../admin-context.ts'
import type { DialogProps } from '../lists/list-definition.ts'
import { SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { showInvitationLink } from './invitation-link.tsx'
import { roleOptions, roleSummaries } from './role-words.ts'

const words = {
  email: { label: '電子信箱', codes: ['STAFF_EXISTS' as const] },
  role: { label: '角色' },
}

/** Invites an address by mail; where no mail server is, the link is shown once. */
export function InviteDialog({ onClose, onSaved }: DialogProps) {
  const { uid } = useAdmin()
  const form = useForm<{ email: string; role: Role }>({
    defaultValues: { email: '', role: 'packer' },
  })
  const save = useSaveEntry({
    form,
    words,
    onSaved,
    save: async ({ email, role }) => {
      const reply = await write(staffApi.invite, { data: { email: email.trim(), role } })
      if (reply.link !== undefined) showInvitationLink({ email, link: reply.link, by: uid })
      return reply
    },
  })
  const { control } = form
  return (
    <FormDialog title="邀請成員" submitLabel="寄出邀請" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
        <TextFormField
          control={control}
          name="email"
          label="電子信箱"
          required
          help="邀請信中的連結 72 小時內有效"
        />
        <SelectFormField
          control={control}
          name="role"
          label="角色"
          required
          options={roleOptions}
          help={roleSummaries[form.watch('role')]}
        />
      </Box>
    </FormDialog>
  )
}
