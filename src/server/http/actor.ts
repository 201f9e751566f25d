/** The actor of a change, as it is recorded. */
export type Actor =
  | { kind: 'admin'; id: string; name: string }
  | { kind: 'shopper'; owner: string }
  | { kind: 'system' }
