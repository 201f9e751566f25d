import type { ReactNode } from 'react'
import { ParcelDrawing } from './parcel-drawing.tsx'

export function EmptyState({ message, action }: { message: string; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-6 px-4 py-16 text-center">
      <ParcelDrawing />
      <p className="text-lg text-ink-muted">{message}</p>
      {action}
    </div>
  )
}
