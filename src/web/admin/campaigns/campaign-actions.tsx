import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import type { Permission } from '#contract/permissions.ts'
import { useApiMutation } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { EnglishButton } from '../english/english-button.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { confirm, type Question } from '../ui/question.tsx'
import { useOpenDialog } from '../ui/use-open-dialog.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { DelayDialog } from './delay-dialog.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { LeadersDialog } from './leaders-dialog.tsx'
import { useCancelPermission } from './use-cancel-permission.ts'

type DialogName = 'extend' | 'delay' | 'cancel' | 'leaders'

/** Actions that the campaign's state allows. */
export function CampaignActions({ campaign }: { campaign: AdminCampaign }) {
  const dialog = useOpenDialog<{ name: DialogName }>()
  const open = (name: DialogName) => dialog.open({ name })
  const { state, kind, leaders_only, has_sellers } = campaign
  const params = { id: campaign.id }
  const navigate = useNavigate()
  const leave = () => void navigate(paths.adminCampaigns())
  const unpublish = useApiMutation(adminCampaignApi.unpublish, { isPendingUntilShown: true })
  const copy = useApiMutation(adminCampaignApi.copy)
  const showCopy = {
    onSuccess: (reply: { campaign: { id: string } }) =>
      navigate(paths.adminCampaign(reply.campaign.id)),
  }
  const can: Record<string, boolean> = {
    publish: state === 'draft',
    unpublish: state === 'scheduled',
    extend: state === 'open',
    delay: state === 'succeeded',
    cancel: ['scheduled', 'open', 'closing'].includes(state),
    remove: ['draft', 'failed', 'settled', 'cancelled'].includes(state),
  }
  const cancelling = useCancelPermission(campaign, campaign.units)
  const isBusy = unpublish.isPending || copy.isPending
  const act = (
    label: string,
    onClick: () => void,
    more: { color?: 'error'; permission?: Permission } = {},
  ) => (
    <ActionButton
      key={label}
      permission={more.permission ?? 'campaign.write'}
      color={more.color ?? 'inherit'}
      disabled={isBusy}
      onClick={onClick}
    >
      {label}
    </ActionButton>
  )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {can.remove &&
        act('刪除', () => confirm(removeQuestion(campaign, leave)), { color: 'error' })}
      {can.cancel &&
        act('取消團購', () => open('cancel'), { color: 'error', permission: cancelling })}
      {act('複製', () => copy.mutate({ params }, showCopy))}
      {kind === 'team' && leaders_only && act('指定團主', () => open('leaders'))}
      {has_sellers && leaders_only && act('指定幫賣會員', () => open('leaders'))}
      {can.unpublish && act('改回草稿', () => unpublish.mutate({ params }))}
      {can.extend && act('提前結束', () => confirm(closeQuestion(campaign)))}
      {can.extend && act('延長', () => open('extend'))}
      {can.delay && act('延後出貨', () => open('delay'))}
      <EnglishButton kind="campaign" id={campaign.id} title={campaign.title} />
      <ActionButton
        permission="campaign.write"
        variant="outlined"
        color="inherit"
        onClick={() => void navigate(paths.adminCampaignEdit(campaign.id))}
      >
        編輯
      </ActionButton>
      {can.publish && (
        <ActionButton
          permission="campaign.write"
          variant="contained"
          onClick={() => void navigate(paths.adminCampaignEdit(campaign.id, 'publish'))}
        >
          發布
        </ActionButton>
      )}
      <Dialogs campaign={campaign} open={dialog.opened?.name} onClose={dialog.close} />
    </Box>
  )
}

function Dialogs(props: {
  campaign: AdminCampaign
  open: DialogName | undefined
  onClose: () => void
}): ReactNode {
  const { campaign, open, onClose } = props
  switch (open) {
    case 'extend':
      return <ExtendDialog campaign={campaign} onSaved={onClose} onClose={onClose} />
    case 'delay':
      return <DelayDialog campaign={campaign} onSaved={onClose} onClose={onClose} />
    case 'leaders':
      return <LeadersDialog campaign={campaign} onSaved={onClose} onClose={onClose} />
    case 'cancel':
      return (
        <CancelDialog
          title={`取消團購 ${campaign.title}`}
          endpoint={adminCampaignApi.cancel}
          id={campaign.id}
          onSaved={onClose}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}

function closeQuestion({ id, kind }: AdminCampaign): Question {
  return {
    title: '提前結束',
    text:
      kind === 'pool'
        ? '現在就截止並結算，之後不能再跟團。'
        : '不再接受新的團；已經開的團照原本的時間截止。',
    label: '確定結束',
    run: () => write(adminCampaignApi.close, { params: { id } }),
  }
}

function removeQuestion({ id, title }: AdminCampaign, onDone: () => void): Question {
  return {
    title: `${title} - 確認刪除`,
    text: '團購會離開列表，帳務紀錄仍會保留。',
    label: '確認刪除',
    cancelLabel: '關閉',
    color: 'error',
    run: () => write(adminCampaignApi.remove, { params: { id } }),
    onDone,
    leadsAway: true,
  }
}
