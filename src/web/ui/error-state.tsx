import { Button } from './button.tsx'
import { SpiltCupDrawing } from './spilt-cup-drawing.tsx'

export function ErrorState({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-6 px-4 py-16 text-center">
      <SpiltCupDrawing />
      <p className="text-lg text-ink-muted">{message}</p>
      <Button variant="secondary" onClick={() => onRetry()}>
        重試
      </Button>
    </div>
  )
}
