interface MarkupPolicy {
  createHTML(text: string): string
}

interface Policies {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): MarkupPolicy
}

/**
 * A named way for text to become markup, in browsers that ask for one; the server's policy lists
 * the names. What comes out is no string there, but is taken wherever markup is.
 */
export function createMarkupPolicy(
  name: string,
  createHTML: (text: string) => string | null,
): MarkupPolicy | undefined {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  return trustedTypes?.createPolicy(name, { createHTML })
}
