import { Download } from 'lucide-react'
import { encode } from 'uqr'
import { t } from '#contract/translate.ts'
import { Button } from '../ui/button.tsx'
import { QrCode } from '../ui/qr-code.tsx'

const shownPixels = 256
const savedPixels = 1_024

/** The address as a code for cameras, which can be saved as a picture. */
export function QrPicture({ address, name }: { address: string; name: string }) {
  return (
    <div className="mt-6 flex flex-col items-center gap-4">
      <QrCode
        text={address}
        size={shownPixels}
        label={t('{name}的 QR Code', { name })}
        data-address={address}
        className="rounded-lg border border-line"
      />
      <Button icon={<Download />} onClick={() => save(address, name)}>
        {t('下載')}
      </Button>
    </div>
  )
}

function save(address: string, name: string): void {
  const { data: modules } = encode(address, { border: 4, ecc: 'M' })
  const scale = Math.ceil(savedPixels / modules.length)
  const canvas = document.createElement('canvas')
  canvas.width = modules.length * scale
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * scale, y * scale, scale, scale)
    }
  }
  canvas.toBlob((blob) => {
    if (!blob) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = `${name}.png`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href))
  }, 'image/png')
}
