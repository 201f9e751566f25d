import Step from '@mui/material/Step'
import StepButton from '@mui/material/StepButton'
import Stepper from '@mui/material/Stepper'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { type CampaignStep, campaignSteps, missingOfStep } from './campaign-form.ts'

/** The steps of the form; one that lacks nothing has a tick. */
export function CampaignStepBar(props: {
  campaign: AdminCampaign | undefined
  current: CampaignStep
  onStep: (step: CampaignStep) => void
}) {
  const { campaign, current, onStep } = props
  return (
    <Stepper
      nonLinear
      alternativeLabel
      component="nav"
      aria-label="步驟"
      activeStep={campaignSteps.findIndex(({ name }) => name === current)}
      sx={{ mb: 2 }}
    >
      {campaignSteps.map(({ name, label, fields }) => {
        const isDone =
          campaign && fields.length > 0 && Object.keys(missingOfStep(campaign, name)).length === 0
        return (
          <Step key={name} completed={isDone === true}>
            <StepButton
              color="inherit"
              aria-current={name === current ? 'step' : undefined}
              onClick={() => onStep(name)}
            >
              {label}
            </StepButton>
          </Step>
        )
      })}
    </Stepper>
  )
}
