/** How many times the event loop turned, and could have served a request, before the work was done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work().finally(() => {
    isDone = true
  })
  return turns
}
