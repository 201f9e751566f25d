import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Skeleton from '@mui/material/Skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { arrive } from '#contract/arrival.schema.ts'
import { arrivalApi } from '#contract/arrival.ts'
import { type ArrivalRule, arrivalRuleLabels, arrivalRules } from '#contract/arrival-rules.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money.ts'
import { call } from '../../../api/call.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { useApiMutation } from '../../../api/queries.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useRunChanged } from '../../runs/runs.queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import {
  type ArrivalPlace,
  isReduced,
  LeftOutPlaces,
  PlaceList,
  sharesOfPlace,
  type TypedShares,
} from './place-list.tsx'

type Plan = EndpointReply<typeof arrive>

interface GiveStepProps {
  campaign: AdminCampaign
  /** It is booked first. */
  delivery: { lines: { product_id: string; received: number }[]; note?: string }
  onBack: () => void
  onClose: () => void
  onGiven: () => void
}

/** Shows who gets how much of what came, and what goes back, before it is done. */
export function GiveStep({ campaign, delivery, onBack, onClose, onGiven }: GiveStepProps) {
  const [rule, setRule] = useState<ArrivalRule>('joined')
  const [typed, setTyped] = useState<TypedShares>({})
  const text = JSON.stringify(typed)
  const settled = useDebounced(text, { delayMs: 400, isComposing: false })
  const isSettled = rule !== 'manual' || settled === text
  const params = { id: campaign.id }
  const asked = { ...delivery, rule, ...(rule === 'manual' && { shares: sharesOf(typed) }) }
  const plan = useQuery<Plan>({
    queryKey: ['arrival', campaign.id, asked],
    queryFn: ({ signal }) =>
      call(arrivalApi.arrive, { params, data: { ...asked, preview: true } }, { signal }),
    enabled: isSettled,
    // Never from the cache: orders may have changed since.
    ...{ staleTime: 0, gcTime: 0, retry: false, placeholderData: keepPreviousData },
  })
  const changed = useRunChanged()
  const idempotency = useIdempotencyKey()
  const give = useApiMutation(arrivalApi.arrive, {
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    onSuccess: ({ run }) => {
      if (run) void changed(run)
      onGiven()
    },
    // A refused plan is read again: orders have changed since.
    onError: () => plan.refetch(),
  })
  const isShown = plan.isSuccess && !plan.isPlaceholderData && !plan.isFetching
  const isCurrent = isShown && isSettled
  const { data } = plan
  const total = data?.refund_total ?? 0
  const reduced = data?.places.filter(isReduced).length ?? 0

  function choose(next: ArrivalRule) {
    // By hand one begins with what the last rule gives.
    if (next === 'manual' && data) setTyped(typedOf(data.places))
    setRule(next)
  }

  return (
    <DialogFrame
      title="分配到貨"
      maxWidth="md"
      fillsSmallScreen
      escape="close"
      onClose={onClose}
      onSubmit={() => {
        if (isCurrent && !give.isPending) {
          give.mutate({ params, data: { ...asked, expected_total: total } })
        }
      }}
    >
      <DialogContent dividers>
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
          <RuleChoice rule={rule} canType={data !== undefined} onChoose={choose} />
          {(plan.error ?? give.error) && (
            <Alert severity="error">{(plan.error ?? give.error)?.message}</Alert>
          )}
          {data ? (
            <>
              <PlaceList
                places={data.places}
                {...(rule === 'manual' && { typed, onType: setTyped })}
              />
              <LeftOutPlaces places={data.left_out ?? []} />
            </>
          ) : (
            plan.isPending && <Skeleton variant="rounded" height={200} />
          )}
        </Box>
      </DialogContent>
      <Box sx={{ px: 3, pt: 2, display: 'grid', gap: 0.5 }} aria-live="polite">
        <Box sx={{ fontWeight: 600 }}>{data && sumOf({ reduced, total })}</Box>
        {data && data.left.length > 0 && (
          <Box sx={{ fontSize: '0.875rem' }}>
            沒有分出去，留在庫存：
            {data.left.map(({ title, qty }) => `${title} × ${qty}`).join('、')}
          </Box>
        )}
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          完成後 10
          分鐘內可以復原，之後才會退款並寄信告知原因；沒有分到商品的訂單會取消，已付的款項全額退回。
        </Box>
      </Box>
      <DialogActions>
        <Button color="inherit" onClick={onBack} sx={{ mr: 'auto', whiteSpace: 'nowrap' }}>
          上一步
        </Button>
        <ActionButton
          type="submit"
          permission="refund.write"
          variant="contained"
          disabled={!isCurrent}
          isLoading={give.isPending}
        >
          {total > 0 ? `分配並退款 ${formatMoney(total)}` : '分配'}
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  )
}

function sumOf({ reduced, total }: { reduced: number; total: number }): string {
  if (reduced === 0) return '數量足夠，沒有人會少拿'
  // Of orders that are paid at the pick-up, or to a leader, nothing goes back.
  return `${reduced} 筆訂單減少，${total > 0 ? `共退款 ${formatMoney(total)}` : '不需退款'}`
}

const ruleHelp: Record<ArrivalRule, string> = {
  joined: '先跟團的先給足，後面的少拿或沒有',
  even: '每個人拿到的盡量一樣多，零頭依跟團先後',
  manual: '逐筆填寫每個人拿到的數量',
}

function RuleChoice(props: {
  rule: ArrivalRule
  /** By hand one begins with the shares of a rule, once they are there. */
  canType: boolean
  onChoose: (rule: ArrivalRule) => void
}) {
  const id = useId()
  return (
    <FormControl component="fieldset">
      <FormLabel id={id} component="legend">
        分配方式
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={props.rule}
        onChange={(_, value) => props.onChoose(value as ArrivalRule)}
      >
        {arrivalRules.map((value) => (
          <FormControlLabel
            key={value}
            value={value}
            disabled={value === 'manual' && !props.canType}
            control={<Radio size="small" sx={{ width: 44, height: 44 }} />}
            label={
              <Box sx={{ display: 'grid', py: 0.5 }}>
                <span>{arrivalRuleLabels[value]}</span>
                <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{ruleHelp[value]}</Box>
              </Box>
            }
            sx={{ mr: 0 }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

function typedOf(places: readonly ArrivalPlace[]): TypedShares {
  return Object.fromEntries(places.map((place) => [place.participation_id, sharesOfPlace(place)]))
}

function sharesOf(typed: TypedShares) {
  return Object.entries(typed).flatMap(([participation_id, lines]) =>
    lines.map(({ qty, ...line }) => ({ participation_id, ...line, qty: Number(qty || 0) })),
  )
}
