/** An entry of the shop as people choose it: by its name, not by its id. */
export interface Choice {
  id: string
  name: string
  /** Stands below the name: a price, a telephone, a state. */
  note?: string
  /** Empty: an entry without a picture; missing: a kind without pictures. */
  picture?: string
}

/** The choices that a text finds. */
export interface FoundChoices<C extends Choice> {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Undefined until they have loaded. */
  choices: readonly C[] | undefined
  hasMore: boolean
}

/** Where the choices of one kind come from. */
export interface ChoiceSource<C extends Choice> {
  /** Of the kind, as in 「找不到商品」. */
  noun: string
  useFound: (text: string, options: { enabled: boolean }) => FoundChoices<C>
  /** Those with these ids, as far as they are known; undefined until they have loaded. */
  useNamed: (ids: readonly string[]) => readonly C[] | undefined
  /** One whose name nobody knows any more. */
  unnamed: (id: string) => C
}
