import { RotateCcw } from 'lucide-react'
import { ErrorNotice } from './error-notice.tsx'
import { SpiltCupDrawing } from './spilt-cup-drawing.tsx'

export function ErrorState({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  return (
    <ErrorNotice
      message={message}
      onRetry={onRetry}
      drawing={<SpiltCupDrawing />}
      icon={<RotateCcw />}
    />
  )
}
