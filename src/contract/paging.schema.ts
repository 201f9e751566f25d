import Type from 'typebox'

/** `page` as text: missing, empty or `undefined` is page 1 (see `readPage`). */
export const PageQuery = Type.Object({ page: Type.Optional(Type.String({ maxLength: 32 })) })

export const Pagination = Type.Object({
  total_pages: Type.Integer(),
  current_page: Type.Integer(),
  has_pre: Type.Boolean(),
  has_next: Type.Boolean(),
  category: Type.String(),
  /** There are more than the pages show. */
  is_capped: Type.Optional(Type.Literal(true)),
})

export const Messages = Type.Array(Type.String())

/** A reply that says no more than that it worked. */
export const Done = Type.Object({ success: Type.Literal(true), message: Type.String() })

/** An id as the server makes it; any short text is looked up, and not found. */
export const Id = Type.String({ minLength: 1, maxLength: 200 })
/** Null or empty is as if it were absent. */
export const IdOrNone = Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()]))
export const IdParams = Type.Object({ id: Id })

/** Either of them empty is as if it were absent. */
export const SortQuery = Type.Object({
  sort: Type.Optional(Type.String({ maxLength: 32 })),
  order: Type.Optional(Type.Enum(['', 'asc', 'desc'])),
})

/** The text of a filtered list of the back office. */
export const SearchText = Type.Optional(Type.String({ maxLength: 100 }))
/** Words, numbers or ids of a filter, parted by commas; empty: any. Others are refused. */
export const Words = Type.Optional(Type.String({ maxLength: 2_000 }))
/** Days of Taipei, `2026-11-21`, both included. */
export const DayRange = Type.Object({
  from: Type.Optional(Type.String({ maxLength: 10 })),
  to: Type.Optional(Type.String({ maxLength: 10 })),
})
export const Archived = Type.Optional(Type.Union([Type.Literal('1'), Type.Literal('')]))
