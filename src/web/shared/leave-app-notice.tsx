import { Copy, ExternalLink } from 'lucide-react'
import type { MouseEvent } from 'react'
import { t } from '#contract/translate.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { findInAppBrowser, outsideAddress } from './in-app-browser.ts'
import { isInLine, whenInLine } from './liff-client.ts'

interface LeaveAppNoticeProps {
  /** Of the screen that the browser outside opens. */
  path: string
  copyLabel: string
}

/** Inside LINE, Facebook or Instagram: the way to a browser in which a bank's page works. */
export function LeaveAppNotice({ path, copyLabel }: LeaveAppNoticeProps) {
  const app = findInAppBrowser(navigator.userAgent)
  if (!app) return null
  const address = outsideAddress(path, location.origin)
  const leave = (event: MouseEvent) => {
    if (!isInLine()) return
    // Pages of LIFF do not heed the query that its other pages do.
    event.preventDefault()
    void whenInLine().then((client) =>
      client ? client.openOutside(address) : location.assign(address),
    )
  }
  return (
    <div className="space-y-3 rounded-lg bg-warn-soft p-4">
      <p className="font-medium">{t('請改用外部瀏覽器完成付款')}</p>
      <p className="text-sm text-ink-muted">
        {t('部分銀行的驗證頁面無法在 App 內開啟。在外部瀏覽器可能需要重新登入。')}
      </p>
      <div className="flex flex-wrap gap-2 *:max-w-full">
        {app === 'line' && (
          <a href={address} onClick={leave} className={buttonClass('secondary')}>
            <ExternalLink aria-hidden="true" className="size-5" />
            {t('以外部瀏覽器開啟')}
          </a>
        )}
        <Button icon={<Copy />} onClick={() => void copyText(address)}>
          {copyLabel}
        </Button>
      </div>
    </div>
  )
}
