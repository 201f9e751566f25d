import { useRef, useState } from 'react'

/**
 * The open dialog of a screen, as `Dialog` describes it. The callbacks of a dialog that was closed
 * while it was being sent come later: `close` of an earlier opening leaves the next dialog alone.
 */
export function useOpenDialog<Dialog extends object>() {
  const [opened, setOpened] = useState<Dialog>()
  const newest = useRef<Dialog>(undefined)

  function show(dialog: Dialog | undefined) {
    newest.current = dialog
    setOpened(dialog)
  }

  return {
    opened,
    /** Takes a new object each time. */
    open: (dialog: Dialog) => show(dialog),
    /** True if the dialog of this opening was still there. */
    close: () => {
      const isShown = opened !== undefined && newest.current === opened
      if (isShown) show(undefined)
      return isShown
    },
  }
}
