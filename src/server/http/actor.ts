/** Who does something, as the records of it name them. */
export type Actor =
  | { kind: 'admin'; id: string; name: string }
  | { kind: 'shopper'; owner: string }
  | { kind: 'system' }
