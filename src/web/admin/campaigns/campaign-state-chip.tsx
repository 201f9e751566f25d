import Chip from '@mui/material/Chip'
import { type CampaignState, campaignStateLabels } from '#contract/campaign-states.ts'
import { toneOf } from './campaign-words.ts'

export function CampaignStateChip({ state }: { state: CampaignState }) {
  return <Chip size="small" label={campaignStateLabels[state]} {...toneOf(state)} />
}
