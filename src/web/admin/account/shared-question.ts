import { useCallback, useRef, useState } from 'react'

type Answer = (isGiven: boolean) => void

/** One question for all calls that wait for its answer; `answer` is there while it is open. */
export function useSharedQuestion() {
  const [resolve, setResolve] = useState<Answer>()
  const open = useRef<Promise<boolean>>(undefined)
  const ask = useCallback(() => {
    open.current ??= new Promise<boolean>((next) => setResolve(() => next)).finally(() => {
      open.current = undefined
    })
    return open.current
  }, [])
  const answer: Answer | undefined =
    resolve &&
    ((isGiven) => {
      // A late answer to a question that was left does not close the next.
      setResolve((now?: Answer) => (now === resolve ? undefined : now))
      resolve(isGiven)
    })
  return { ask, answer }
}
