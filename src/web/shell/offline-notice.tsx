import { useSyncExternalStore } from 'react'
import { t } from '#contract/translate.ts'

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="empty:hidden">
      {!isOnline && (
        <p className="bg-warn-soft px-4 py-2 text-center text-sm text-warn">
          {t('目前沒有網路連線，恢復連線後畫面會自動更新')}
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
