/** An invariant that did not hold. */
export class Violation extends Error {
  override name = 'Violation'
}

export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Violation(sentence)
}

export function mustEqual(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  must(found === wanted, `${what}: ${found}, not ${wanted}`)
}
