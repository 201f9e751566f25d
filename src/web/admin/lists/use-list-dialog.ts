import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointKey } from '../../api/queries.ts'

/** The open dialog of a list, and what follows once it has saved or deleted. */
export function useListDialog<Dialog>(choices: { stale: Endpoint[]; resetSelection: () => void }) {
  const client = useQueryClient()
  const [dialog, setDialog] = useState<Dialog>()
  const heading = useRef<HTMLHeadingElement>(null)

  /** The list is asked again where it stands, and so is whatever else showed the old state. */
  function reload() {
    for (const endpoint of choices.stale) {
      void client.invalidateQueries({ queryKey: endpointKey(endpoint) })
    }
  }

  return {
    dialog,
    open: (next: Dialog) => setDialog(next),
    close: () => setDialog(undefined),
    reload,
    /** Where the focus goes when the row that had it is deleted. */
    heading,
    saved: () => {
      setDialog(undefined)
      choices.resetSelection()
      reload()
    },
    deleted: () => {
      // The dialog gives the focus back to the row's button as it closes; only then can it move on.
      flushSync(() => setDialog(undefined))
      heading.current?.focus({ preventScroll: true })
      choices.resetSelection()
      reload()
    },
  }
}
