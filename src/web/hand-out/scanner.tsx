import { useEffect, useRef, useState } from 'react'
import { t } from '#contract/translate.ts'
import { Button } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'

/** The detector of the browser; the one of the library has the same shape. */
interface QrDetector {
  detect(source: HTMLVideoElement | ImageData): Promise<{ rawValue: string }[]>
}
declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: string[] }): QrDetector
      getSupportedFormats(): Promise<string[]>
    }
  }
}

/** Chrome on Android reads codes by itself; elsewhere the library is loaded, with this screen alone. */
async function openDetector(): Promise<QrDetector> {
  const own = window.BarcodeDetector
  const formats = (await own?.getSupportedFormats().catch(() => [])) ?? []
  if (own && formats.includes('qr_code')) return new own({ formats: ['qr_code'] })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] }) as unknown as QrDetector
}

/** Often enough for the hand, and seldom enough for the battery. */
const lookMs = 200
/** A code that stays before the camera is not read twice. */
const sameMs = 3_000

/** The picture of the camera; `onText` is called with each code that is read. */
export function Scanner(props: {
  isPaused: boolean
  onText: (text: string) => void
  onClose: () => void
}) {
  const { isPaused, onText, onClose } = props
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<string>()
  const live = useRef({ isPaused, onText })
  live.current = { isPaused, onText }

  useEffect(() => {
    const { current } = video
    if (!current) return
    let isOpen = true
    let timer: ReturnType<typeof setTimeout> | undefined
    let stream: MediaStream | undefined
    let last = { text: '', at: 0 }
    const screen = current

    async function open() {
      if (!navigator.mediaDevices) throw new Error('no camera outside https')
      const [detector, opened] = await Promise.all([
        openDetector(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      ])
      stream = opened
      if (!isOpen) return close()
      screen.srcObject = opened
      await screen.play()
      const look = async () => {
        if (!live.current.isPaused && screen.readyState >= screen.HAVE_CURRENT_DATA) {
          const [found] = await detector.detect(screen).catch(() => [])
          const text = found?.rawValue
          const now = performance.now()
          if (text && isOpen && (text !== last.text || now - last.at > sameMs)) {
            last = { text, at: now }
            live.current.onText(text)
          }
        }
        if (isOpen) timer = setTimeout(() => void look(), lookMs)
      }
      await look()
    }
    function close() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    open().catch(() => {
      close()
      if (isOpen) setFault(t('無法開啟相機，請允許使用相機，或改為輸入代碼。'))
    })
    return () => {
      isOpen = false
      clearTimeout(timer)
      close()
    }
  }, [])

  return (
    <section aria-label={t('掃描')} className="mb-4 space-y-3">
      {fault ? (
        <FormNotice failure={fault} />
      ) : (
        <div className="relative overflow-hidden rounded-card bg-ink">
          <video
            ref={video}
            muted
            playsInline
            aria-label={t('相機畫面')}
            className="aspect-square max-h-[45dvh] w-full object-cover"
          />
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-[15%] rounded-card border-4 border-surface/80"
          />
        </div>
      )}
      <p className="flex items-center justify-between gap-3">
        <span className="text-sm text-ink-muted">{!fault && t('把對方的 QR Code 放進框內')}</span>
        <Button variant="quiet" onClick={onClose}>
          {t('關閉相機')}
        </Button>
      </p>
    </section>
  )
}
