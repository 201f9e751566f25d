/** Six different entries at random; all of them when there are no more. */
export function pickSix<T>(entries: readonly T[], random: () => number = Math.random): T[] {
  const rest = [...entries]
  const picked: T[] = []
  while (picked.length < 6 && rest.length > 0) {
    const [entry] = rest.splice(Math.floor(random() * rest.length), 1)
    if (entry !== undefined) picked.push(entry)
  }
  return picked
}
