import type { IdentityName } from './identities.ts'

/** One request, whole but for the ids of this run: `@order.0@` stands for the first known order. */
export interface FuzzCase {
  /** The name of its operation. */
  operation: string
  identity: IdentityName
  /** The mutation of a valid request; `valid` without one. */
  kind: string
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  /** The body's text is written out byte by byte: for what is no UTF-8. */
  isRaw?: true
}

/** The ids, codes and tokens of a run, by the name that placeholders use. */
export type Targets = Record<string, string[]>

const placeholder = /@([a-zA-Z]+)\.([0-9]+)@/g

export function resolved(text: string, targets: Targets): string {
  if (!text.includes('@')) return text
  return text.replace(placeholder, (whole, name: string, index: string) => {
    const known = targets[name]
    return known?.[Number(index) % known.length] ?? whole
  })
}

/** The name of the target that a path is about: `order` of `/order/@order.0@`. */
export function targetOf(url: string): string | undefined {
  return /@([a-zA-Z]+)\.[0-9]+@/.exec(url.split('?')[0] ?? '')?.[1]
}
