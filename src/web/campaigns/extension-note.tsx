import type { Campaign } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { formatDateTime } from '../ui/dates.ts'

/** That there is more time than there was at first, and why; nothing for a campaign as it began. */
export function ExtensionNote({ campaign: { extensions } }: { campaign: Campaign }) {
  const [first] = extensions
  const last = extensions.at(-1)
  if (!first || !last) return null
  return (
    <p className="mt-3 text-sm text-ink-muted [overflow-wrap:anywhere]">
      {t('已延長，原訂 {from_time} 截止：{reason}', {
        from_time: formatDateTime(first.from_time),
        reason: last.reason,
      })}
    </p>
  )
}
