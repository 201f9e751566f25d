/** Longer than this nobody waited for an answer: whoever asks then wants a newer one. */
const keptMs = 10_000

const asked = new Map<string, Promise<Response>>()

/** Asks for what everybody may read, before the code that will want it is there. */
export function askAhead(url: string): void {
  const answer = fetch(url, { headers: { Accept: 'application/json' } })
  // Whoever takes the answer hears of its failure.
  answer.catch(() => undefined)
  asked.set(url, answer)
  setTimeout(() => asked.delete(url), keptMs)
}

/** The answer that was asked for ahead, once. */
export function takeAskedAhead(url: string): Promise<Response> | undefined {
  const answer = asked.get(url)
  asked.delete(url)
  return answer
}
