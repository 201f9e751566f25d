interface MarkupPolicy {
  createHTML(text: string): string
}

interface Policies {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): MarkupPolicy
}

/**
 * A Trusted Types policy, in browsers that have them; the server's policy lists the names. The
 * result is a TrustedHTML there, and is accepted wherever markup is.
 */
export function createMarkupPolicy(
  name: string,
  createHTML: (text: string) => string | null,
): MarkupPolicy | undefined {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  return trustedTypes?.createPolicy(name, { createHTML })
}
