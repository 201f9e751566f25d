import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { adminCampaignApi, adminGroupApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../lists/form-dialog.tsx'
import { TextFormField } from '../lists/form-fields.tsx'
import { useSaveEntry } from '../lists/use-save-entry.ts'

interface DialogProps {
  onSaved: () => void
  onClose: () => void
}

/** Names the members who may open a team. */
export function LeadersDialog(props: DialogProps & { campaign: AdminCampaign }) {
  const { campaign, onSaved, onClose } = props
  const form = useForm({ defaultValues: { email: '' } })
  const save = useSaveEntry({
    form,
    save: ({ email }) => {
      const emails = email.split(/[\s,;]+/).filter((address) => address !== '')
      return call(adminCampaignApi.leaders, { params: { id: campaign.id }, data: { emails } })
    },
    words: { email: { label: '電子信箱', saysItself: true } },
    onSaved,
  })
  return (
    <FormDialog title="指定團主" submitLabel="儲存" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="email"
          label="電子信箱"
          rows={5}
          help="每行一位會員；會取代先前指定的名單。"
        />
      </Box>
    </FormDialog>
  )
}

/** Names who leads one group. */
export function LeaderDialog(props: DialogProps & { groupId: string; current?: string }) {
  const { groupId, current = '', onSaved, onClose } = props
  const form = useForm({ defaultValues: { email: current } })
  const save = useSaveEntry({
    form,
    save: (data) => call(adminGroupApi.leader, { params: { id: groupId }, data }),
    words: { email: { label: '電子信箱', saysItself: true } },
    onSaved,
  })
  return (
    <FormDialog title="指定團主" submitLabel="儲存" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="email"
          label="電子信箱"
          required
          help="會員的登入信箱。分潤屬於結算時的團主。"
        />
      </Box>
    </FormDialog>
  )
}
