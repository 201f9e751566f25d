import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNavigate } from 'react-router'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { write } from '../../../api/write.ts'
import { paths } from '../../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { confirm, type Question } from '../../ui/question.tsx'
import { CampaignFacts, CampaignPrices } from '../campaign-facts.tsx'
import { timeText } from '../campaign-words.ts'
import { type CampaignStep, campaignSteps, missingOfStep } from './campaign-form.ts'

/** All terms once more, and the button that makes them a promise. */
export function CampaignPublish(props: {
  campaign: AdminCampaign
  /** The form has edits that are not saved, and would not be published. */
  isDirty: boolean
  onStep: (step: CampaignStep) => void
}) {
  const { campaign, onStep } = props
  const navigate = useNavigate()
  const lacking = campaignSteps.filter(
    ({ name }) => Object.keys(missingOfStep(campaign, name)).length > 0,
  )
  const refusal = props.isDirty
    ? '請先儲存修改'
    : lacking.length > 0
      ? '請先補齊上面的欄位'
      : undefined
  const publish = () =>
    confirm(publishQuestion(campaign, () => void navigate(paths.adminCampaign(campaign.id))))
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2 }}>
      {lacking.map(({ name, label }) => (
        <Alert
          key={name}
          severity="warning"
          action={
            <Button color="inherit" onClick={() => onStep(name)}>
              前往{label}
            </Button>
          }
        >
          {Object.values(missingOfStep(campaign, name)).join('；')}
        </Alert>
      ))}
      <CampaignPrices campaign={campaign} />
      <CampaignFacts campaign={campaign} />
      {campaign.state === 'draft' ? (
        <ActionButton
          permission="campaign.write"
          variant="contained"
          size="large"
          refusal={refusal}
          onClick={publish}
          sx={{ justifySelf: 'end' }}
        >
          發布團購
        </ActionButton>
      ) : (
        <Alert severity="success">已發布，{timeText(campaign.starts_at)} 開團。</Alert>
      )}
    </Box>
  )
}

function publishQuestion({ id, starts_at }: AdminCampaign, onDone: () => void): Question {
  const isNow = starts_at !== undefined && starts_at * 1_000 <= Date.now()
  return {
    title: '發布團購',
    text: `發布後顧客就看得到，價格與條件是對顧客的承諾，開團後不能再改。${isNow ? '開團時間已到，會立刻開團。' : ''}`,
    label: '發布',
    run: () => write(adminCampaignApi.publish, { params: { id } }),
    onDone,
    leadsAway: true,
  }
}
