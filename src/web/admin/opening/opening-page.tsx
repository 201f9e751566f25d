import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import RadioButtonUncheckedIcon from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type OpeningState, openingApi } from '#contract/opening.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { ClearDemoDialog } from './clear-demo-dialog.tsx'
import { OpenShopButton } from './open-shop-button.tsx'
import { OpeningProgress } from './opening-progress.tsx'
import { stepWords } from './opening-words.ts'
import { PaymentAlert } from './payment-alert.tsx'

/** The steps of a new shop; the server ticks them off. */
export function AdminOpeningPage() {
  usePageTitle('開店準備')
  const query = useQuery({ ...apiQuery(openingApi.read, {}), staleTime: 0 })
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, maxWidth: 760, width: '100%' }}>
      <Typography variant="h1">開店準備</Typography>
      {query.data ? (
        <Steps state={query.data} />
      ) : query.error ? (
        <RetryAlert query={query} />
      ) : (
        <Skeleton variant="rounded" height={640} />
      )}
    </Box>
  )
}

function Steps({ state }: { state: OpeningState }) {
  const putAway = useApiMutation(openingApi.putAway)
  const isAway = state.is_put_away
  return (
    <>
      <PaymentAlert state={state} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: '1 1 220px' }}>
          <OpeningProgress state={state} />
        </Box>
        <ActionButton
          variant="outlined"
          color="inherit"
          isLoading={putAway.isPending}
          onClick={() => putAway.mutate({ data: { is_put_away: !isAway } })}
          sx={{ minHeight: 44 }}
        >
          {isAway ? '放回今日總覽' : '從今日總覽收起'}
        </ActionButton>
      </Box>
      <Paper component="ol" variant="outlined" aria-label="步驟" sx={list}>
        {state.steps.map((step, index) => (
          <Step key={step.id} state={state} step={step} isFirst={index === 0} />
        ))}
      </Paper>
    </>
  )
}

interface StepProps {
  state: OpeningState
  step: OpeningState['steps'][number]
}

function Step({ isFirst, state, step }: StepProps & { isFirst: boolean }) {
  const { id, is_done: isDone, is_optional: isOptional, detail } = step
  const { title, help } = stepWords[id]
  const Icon = isDone ? CheckCircleIcon : RadioButtonUncheckedIcon
  return (
    <Box
      component="li"
      sx={[
        row,
        isDone && { alignItems: 'center', py: 0.75, minHeight: 56 },
        !isFirst && { borderTop: 1, borderColor: 'divider' },
      ]}
    >
      <Icon
        titleAccess={isDone ? '已完成' : '未完成'}
        sx={{ color: isDone ? 'success.main' : 'text.disabled', mt: '1px' }}
      />
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography component="h2" sx={{ fontSize: '1rem', fontWeight: 600 }}>
          {title}
          {isOptional && (
            <Box component="span" sx={{ ml: 1, color: 'text.secondary', fontWeight: 400 }}>
              選用
            </Box>
          )}
        </Typography>
        {!isDone && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
            {detail ? `${detail}。` : ''}
            {help}
          </Typography>
        )}
      </Box>
      <StepAction state={state} step={step} />
    </Box>
  )
}

function StepAction({ state, step: { id, is_done: isDone } }: StepProps) {
  const [isAsked, setAsked] = useState(false)
  if (id === 'demo') {
    if (isDone) return null
    return (
      <>
        <ActionButton
          variant="outlined"
          color="inherit"
          permission="setting.write"
          onClick={() => setAsked(true)}
          sx={button}
        >
          清除…
        </ActionButton>
        {isAsked && <ClearDemoDialog onClose={() => setAsked(false)} />}
      </>
    )
  }
  if (id === 'open') return <OpenShopButton state={state} sx={button} />
  const { link } = stepWords[id]
  if (!link) return null
  return (
    <Button
      component={Link}
      to={link.to}
      color="inherit"
      variant={isDone ? 'text' : 'outlined'}
      sx={button}
    >
      {isDone ? '查看' : link.label}
    </Button>
  )
}

const list = { listStyle: 'none', m: 0, p: 0 } as const
const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  columnGap: 1.5,
  rowGap: 1,
  px: 2,
  py: 1.75,
} as const
/** Below the words on a phone, where both do not fit beside each other. */
const button = { minHeight: 44, minWidth: 104, ml: { xs: '36px', sm: 0 } } as const
