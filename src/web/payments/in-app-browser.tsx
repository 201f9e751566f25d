import { useState } from 'react'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'

/** The browsers inside LINE, Facebook and Instagram: banks' pages fail in them. */
const inAppBrowser = /\bLine\/|FBAN|FBAV|Instagram/

/** Leads outside before paying; paying here stays possible. */
export function InAppBrowserNotice({ orderId }: { orderId: string }) {
  const [isCopied, setCopied] = useState(false)
  const agent = navigator.userAgent
  if (!inAppBrowser.test(agent)) return null
  const address = outsideAddress(orderId)
  return (
    <div className="space-y-3 rounded-lg bg-warn-soft p-4">
      <p className="font-medium text-warn">請改用外部瀏覽器完成付款</p>
      <div className="flex flex-wrap gap-3">
        {/\bLine\//.test(agent) && (
          <a href={address} className={buttonClass('secondary')}>
            以外部瀏覽器開啟
          </a>
        )}
        <Button
          variant="secondary"
          onClick={() => {
            void navigator.clipboard.writeText(address).then(() => setCopied(true))
          }}
        >
          複製付款頁網址
        </Button>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {isCopied && '已複製，請貼到瀏覽器開啟'}
      </p>
    </div>
  )
}

/** LINE opens an address with this parameter in the browser of the phone. */
function outsideAddress(orderId: string): string {
  return `${window.location.origin}/?openExternalBrowser=1#${paths.pay(orderId)}`
}
