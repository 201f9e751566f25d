import { isOpenGroup } from '#contract/campaign-states.ts'
import type { Campaign, Group } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { formatDateTime } from '../ui/dates.ts'
import { Countdown } from './countdown.tsx'
import { ExtensionNote } from './extension-note.tsx'
import { Panel } from './panel.tsx'
import { Ceiling } from './prices/ceiling.tsx'
import { outcomeText } from './prices/group-price.ts'

/** Until when, or how it came out; and what nobody pays more than. */
export function DeadlinePanel({ campaign, group }: { campaign: Campaign; group: Group }) {
  const isOpen = isOpenGroup(group)
  const isExtended =
    group.original_expires_at !== undefined && group.original_expires_at !== group.expires_at
  return (
    <Panel>
      {isOpen ? (
        <>
          <p className="mb-2 text-sm text-ink-muted tabular-nums">
            {t('{expires_at} 截止', { expires_at: formatDateTime(group.expires_at) })}
          </p>
          <Countdown endsAt={group.expires_at} />
        </>
      ) : (
        <p role="status" className="text-lg font-semibold [overflow-wrap:anywhere]">
          {outcomeText(group, campaign)}
        </p>
      )}
      {isExtended && <ExtensionNote campaign={campaign} />}
      {(isOpen || group.state === 'closing') && (
        <p className="mt-3 text-sm text-ink-muted">
          {t('最終單價依截止時的份數計算，')}
          <Ceiling campaign={campaign} />
        </p>
      )}
    </Panel>
  )
}
