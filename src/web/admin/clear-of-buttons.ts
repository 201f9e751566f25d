type Box = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>

/** Those that are pressed next: the main ones of a screen, all at the foot of a dialog, and all of a sheet. */
const pressedNext =
  '.MuiButton-contained, .MuiDialogActions-root .MuiButton-root, [role=dialog]:not(.MuiPaper-root) button'
const gap = 8

/** How far up the box goes so that it covers none of the buttons; 0 where the screen has no room. */
export function liftOver(box: Box, buttons: readonly Box[]): number {
  let lift = 0
  for (const button of buttons.toSorted((a, b) => b.top - a.top)) {
    const isBeside = button.right <= box.left || button.left >= box.right
    const isBelow = button.top >= box.bottom - lift
    const isAbove = button.bottom <= box.top - lift
    if (!isBeside && !isBelow && !isAbove) lift = box.bottom - button.top + gap
  }
  return box.top - lift < gap ? 0 : lift
}

/** Lifts the element over the buttons of the screen or of the open dialog, as long as it is there. */
export function keepClearOfButtons(element: HTMLElement | null) {
  if (!element) return undefined
  let frame = 0
  const place = () => {
    frame = 0
    element.style.translate = 'none'
    const screen =
      [...document.querySelectorAll('.MuiDialog-root, [role=dialog]')].at(-1) ?? document
    const buttons = [...screen.querySelectorAll(pressedNext)]
    const boxes = buttons.map((button) => button.getBoundingClientRect())
    element.style.translate = `0 ${-liftOver(element.getBoundingClientRect(), boxes)}px`
  }
  const placeSoon = () => {
    frame ||= requestAnimationFrame(place)
  }
  const changes = new MutationObserver(placeSoon)
  changes.observe(document.body, { childList: true, subtree: true })
  const listening = new AbortController()
  const { signal } = listening
  // Most screens scroll within an element.
  addEventListener('scroll', placeSoon, { capture: true, passive: true, signal })
  addEventListener('resize', placeSoon, { signal })
  place()
  return () => {
    cancelAnimationFrame(frame)
    changes.disconnect()
    listening.abort()
  }
}
