import { Download } from 'lucide-react'
import { encode } from 'uqr'
import { Button } from '../ui/button.tsx'

/** Modules around the code that readers need. */
const margin = 4
const shownPixels = 256
const savedPixels = 1_024

/** The address as a code for cameras, which can be saved as a picture. */
export function QrPicture({ address, name }: { address: string; name: string }) {
  const { data, size } = encode(address, { border: margin, ecc: 'M' })
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <div className="mt-6 flex flex-col items-center gap-4">
      <svg
        role="img"
        aria-label={`${name}的 QR Code`}
        viewBox={`0 0 ${size} ${size}`}
        width={shownPixels}
        height={shownPixels}
        shapeRendering="crispEdges"
        data-address={address}
        className="rounded-lg border border-line"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
        <path d={dark.join('')} />
      </svg>
      <Button icon={<Download />} onClick={() => save(data, name)}>
        下載
      </Button>
    </div>
  )
}

function save(modules: readonly (readonly boolean[])[], name: string): void {
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
