import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointKey } from '../../api/queries.ts'

/** The open dialog of a list, and what follows once it has saved or deleted. */
export function useListDialog<Dialog>(choices: { stale: Endpoint[]; resetSelection: () => void }) {
  const client = useQueryClient()
  const [dialog, setDialog] = useState<Dialog>()

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
    done: () => {
      setDialog(undefined)
      choices.resetSelection()
      reload()
    },
  }
}
