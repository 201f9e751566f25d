import Box from '@mui/material/Box'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { adminCampaignApi, adminGroupApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LoadedDialog } from '../ui/loaded-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface DialogProps {
  onSaved: () => void
  onClose: () => void
}

type LeadersDialogProps = DialogProps & { campaign: AdminCampaign }

/** A save replaces the list, so the current one is read first. */
export function LeadersDialog(props: LeadersDialogProps) {
  const query = apiQuery(adminCampaignApi.namedLeaders, { params: { id: props.campaign.id } })
  const title = props.campaign.kind === 'team' ? '指定團主' : '指定幫賣會員'
  return (
    <LoadedDialog title={title} query={query} height={160} onClose={props.onClose}>
      {({ leaders }) => <LeadersForm {...props} title={title} leaders={leaders} />}
    </LoadedDialog>
  )
}

/** Names the members who may open a team, or sell. */
function LeadersForm(
  props: LeadersDialogProps & { title: string; leaders: readonly { email: string }[] },
) {
  const { campaign, title, onSaved, onClose } = props
  // A refetch while the dialog is open must not change the form.
  const [opened] = useState(props.leaders)
  const form = useForm({ defaultValues: { email: opened.map(({ email }) => email).join('\n') } })
  const save = useSaveEntry({
    form,
    save: ({ email }) => {
      const emails = email.split(/[\s,;]+/).filter((address) => address !== '')
      return write(adminCampaignApi.leaders, {
        params: { id: campaign.id },
        data: { emails, expected_emails: opened.map((leader) => leader.email) },
      })
    },
    words: { email: { label: '會員', saysItself: true } },
    onSaved,
  })
  return (
    <FormDialog title={title} submitLabel="儲存" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="email"
          label="會員"
          rows={5}
          help="每行一位會員：登入信箱，沒有信箱的填顧客編號、電話或會員代碼；儲存後名單與這裡相同。"
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
    save: (data) => write(adminGroupApi.leader, { params: { id: groupId }, data }),
    words: { email: { label: '會員', saysItself: true } },
    onSaved,
  })
  return (
    <FormDialog title="指定團主" submitLabel="儲存" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="email"
          label="會員"
          required
          help="登入信箱，沒有信箱的填顧客編號、電話或會員代碼。分潤屬於結算時的團主。"
        />
      </Box>
    </FormDialog>
  )
}
