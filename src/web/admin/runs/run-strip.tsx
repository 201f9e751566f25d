import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link as RouterLink } from 'react-router'
import { endpointKey, type Subject } from '#contract/endpoint.ts'
import { adminRunApi, type Run } from '#contract/runs.ts'
import { call } from '../../api/call.ts'
import { readAnew } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { canStop, isUnfinished, outcomeOf, progressOf, progressText, runName } from './run-words.ts'
import { takeUnseenRuns, useCurrentRuns, useStopRun, useUndoRun } from './runs.queries.ts'

/** Above every screen of the back office: how far the runs are; a toast says what came of them. */
export function RunStrip() {
  const runs = useCurrentRuns()
  useToastsOfEnds(runs)
  const stop = useStopRun()
  return runs.filter(isUnfinished).map((run) => {
    const { done, total } = progressOf(run)
    const name = runName(run)
    return (
      <Box key={run.id} sx={strip}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Link component={RouterLink} to={paths.adminRun(run.id)} color="inherit" sx={link}>
            <span>{run.state === 'undoing' ? `復原中：${name}` : name}</span>
            <Box component="span" role="status" sx={{ whiteSpace: 'nowrap' }}>
              {progressText(run)}
            </Box>
          </Link>
          <LinearProgress
            aria-label={`${name}進度`}
            variant={total > 0 ? 'determinate' : 'indeterminate'}
            value={total > 0 ? Math.round((100 * done) / total) : 0}
          />
        </Box>
        {canStop(run) && (
          <ActionButton
            about={name}
            variant="outlined"
            color="inherit"
            isLoading={stop.isPending && stop.variables.params.id === run.id}
            onClick={() => stop.mutate({ params: { id: run.id } })}
            sx={{ minHeight: 44 }}
          >
            停止
          </ActionButton>
        )}
      </Box>
    )
  })
}

/** The runs that were being worked on the last time and are not any more. */
function useToastsOfEnds(runs: readonly Run[]): void {
  const client = useQueryClient()
  const undo = useUndoRun()
  const watched = useRef<ReadonlyMap<string, Run>>(new Map())
  const { mutate } = undo
  useEffect(() => {
    const working = new Map(runs.filter(isUnfinished).map((run) => [run.id, run]))
    const before = [...watched.current.values(), ...takeUnseenRuns()]
    const ended = [...new Map(before.map((run) => [run.id, run])).values()].filter(
      ({ id }) => !working.has(id),
    )
    watched.current = working
    // The list of runs, too, which is not polled.
    if (ended.length > 0) {
      void client.invalidateQueries({ queryKey: endpointKey(adminRunApi.list) })
    }
    for (const { id, kind, action } of ended) {
      // One that cannot be undone is no longer in the list.
      call(adminRunApi.detail, { params: { id }, query: {} })
        .then(({ run }) => {
          // These runs are of before it was begun; it is watched from now on.
          if (isUnfinished(run)) return
          const { text, isWhole } = outcomeOf(run)
          const action = { label: '復原', onPress: () => mutate({ params: { id } }) }
          const tone = isWhole ? 'success' : 'failure'
          showToast({ tone, text, ...(run.can_undo && { action }) })
        })
        .catch(() => {})
      // Any open screen may show its changes; an export changes nothing.
      if (action !== 'export') readAnew(changedByRuns[kind] ?? [])
    }
  }, [runs, mutate, client])
}

const changedByRuns: Record<string, readonly Subject[]> = {
  orders: ['order'],
  shipments: ['order'],
  store_shipments: ['shipment', 'order'],
  campaigns: ['campaign', 'order', 'refund', 'stock'],
  products: ['product'],
  stock: ['stock'],
  coupons: ['coupon'],
  customers: ['customer'],
  articles: ['article'],
  demo: ['demo', 'product', 'coupon', 'article', 'campaign', 'order', 'customer', 'stock'],
}

const strip = {
  displayPrint: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  px: 2,
  py: 0.5,
  minHeight: 52,
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
} as const
const link = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 2,
  minHeight: 40,
  fontVariantNumeric: 'tabular-nums',
} as const
