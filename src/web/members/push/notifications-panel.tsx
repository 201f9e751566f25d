import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/translate.ts'
import { memberSession } from '../../api/member-session.ts'
import { type PushState, readPushState, startPush, stopPush } from '../../phone/this-browser.ts'
import { Button } from '../../ui/button.tsx'
import { InlineError } from '../../ui/inline-error.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const stateKey = ['push state']

/** Whether this browser tells the member of own orders, and what keeps it from that. */
export function NotificationsPanel() {
  const client = useQueryClient()
  const state = useQuery({ queryKey: stateKey, queryFn: readPushState, staleTime: 0 })
  const show = (now: PushState) => client.setQueryData(stateKey, now)
  const start = useMutation({ mutationFn: startPush, onSuccess: show })
  const stop = useMutation({
    mutationFn: () => stopPush(memberSession().token ?? undefined),
    onSuccess: () => show('off'),
  })
  if (!state.data) return <Spinner />
  return (
    <div className="space-y-4">
      <p>{t('成團或未成團、商品到店、出貨與送達時，由這個瀏覽器通知您；信件照常寄送。')}</p>
      <Standing state={state.data} />
      {state.data === 'off' && (
        <Button variant="primary" isLoading={start.isPending} onClick={() => start.mutate()}>
          {t('開啟通知')}
        </Button>
      )}
      {state.data === 'on' && (
        <Button isLoading={stop.isPending} onClick={() => stop.mutate()}>
          {t('關閉通知')}
        </Button>
      )}
      <InlineError isShown={start.isError || stop.isError} />
    </div>
  )
}

const words: Record<PushState, string> = {
  on: '這個瀏覽器的通知已開啟。登出後會自動關閉。',
  off: '這個瀏覽器的通知尚未開啟。',
  denied: '瀏覽器封鎖了本店的通知。請到瀏覽器的網站設定改為允許，再重新整理這一頁。',
  needs_home_screen:
    'iPhone 與 iPad 要先把本店加到主畫面：在 Safari 點「分享」，選「加入主畫面」，再從主畫面開啟本店並回到這裡。',
  in_line: 'LINE 內建的瀏覽器無法顯示通知。請改用 Chrome 或 Safari 開啟本店。',
  unsupported: '這個瀏覽器無法顯示通知。',
}

function Standing({ state }: { state: PushState }) {
  return (
    <p role="status" className={state === 'on' ? undefined : 'text-sm text-ink-muted'}>
      {t(words[state])}
    </p>
  )
}
