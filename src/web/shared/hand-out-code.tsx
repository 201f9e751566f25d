import { lazy, Suspense } from 'react'
import type { OwnHandOut } from '#contract/hand-out.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { formatDateTime } from '../ui/dates.ts'

const QrCode = lazy(async () => ({ default: (await import('../ui/qr-code.tsx')).QrCode }))
const pixels = 176

/** The code to show where the goods are handed out; once they were, when. */
export function HandOutCode({ handOut }: { handOut: OwnHandOut }) {
  const { code, handed_out_at: at } = handOut
  if (at !== undefined)
    return <p className="tabular-nums">{t('{at} 已取貨', { at: formatDateTime(at) })}</p>
  if (code === undefined) return null
  const address = `${location.origin}${paths.handOut({ code })}`
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="size-44">
        <Suspense>
          <QrCode
            text={address}
            data-address={address}
            label={t('取貨的 QR Code')}
            size={pixels}
            className="size-full rounded-lg border border-line"
          />
        </Suspense>
      </div>
      <div>
        <p className="text-sm text-ink-muted">{t('取貨代碼')}</p>
        <p className="text-3xl font-semibold tracking-widest tabular-nums">{code}</p>
        <p className="mt-2 max-w-xs text-sm text-ink-muted">
          {t('取貨時出示 QR Code，或說出這六位數字。請不要轉傳給別人，用過就失效。')}
        </p>
      </div>
    </div>
  )
}
