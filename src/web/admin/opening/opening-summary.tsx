import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { openingApi } from '#contract/opening.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { OpeningProgress } from './opening-progress.tsx'
import { stepWords, undoneSteps } from './opening-words.ts'
import { PaymentAlert } from './payment-alert.tsx'

/** On the overview of a new shop: how far it is and what comes next, until it is done or put away. */
export function OpeningSummary() {
  const query = useQuery(apiQuery(openingApi.read, {}))
  const putAway = useApiMutation(openingApi.putAway)
  const state = query.data
  if (!state) return null
  const [next] = undoneSteps(state)
  return (
    <Box sx={{ maxWidth: 640, display: 'grid', gap: 2, '&:empty': { display: 'none' } }}>
      <PaymentAlert state={state} />
      {next && !state.is_put_away && (
        <Panel
          title="開店準備"
          action={
            <ActionButton
              color="inherit"
              isLoading={putAway.isPending}
              onClick={() => putAway.mutate({ data: { is_put_away: true } })}
              sx={{ minHeight: 44 }}
            >
              收起
            </ActionButton>
          }
        >
          <OpeningProgress state={state} />
          <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                下一步：
              </Box>
              {stepWords[next.id].title}
            </Box>
            <Button
              component={Link}
              to={paths.adminOpening()}
              variant="outlined"
              color="inherit"
              sx={{ minHeight: 44 }}
            >
              繼續準備
            </Button>
          </Box>
        </Panel>
      )}
    </Box>
  )
}
