import { randomFrom } from '../harness/random.ts'

/** The choices of one request; the same for the same seed and number, whatever was sent before. */
export class Dice {
  readonly #random: () => number

  constructor(seed: number, number: number) {
    this.#random = randomFrom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b))
    // Neighbouring states give neighbouring first numbers.
    this.#random()
  }

  /** From 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[this.below(list.length)] as T
  }

  chance(probability: number): boolean {
    return this.#random() < probability
  }

  /** One of `choices`, each as often as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let left = this.#random() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, choice] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    const last = choices.at(-1)
    if (!last) throw new Error('nothing to choose from')
    return last[1]
  }
}
