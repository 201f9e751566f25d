import Type from 'typebox'
import { importKinds, lineOutcomes } from './file-kinds.ts'
import { importPresets } from './import-presets.ts'
import { IdParams, PageQuery, Pagination } from './paging.schema.ts'
import { Run } from './runs.schema.ts'

const OneRun = Type.Object({ success: Type.Literal(true), run: Run })
const ImportParams = Type.Object({ kind: Type.Enum([...importKinds]) })
/** The bytes of a CSV file. */
const File = Type.Any()

/** A column of a file and what it is taken for; without a field it is left out. */
const FileColumn = Type.Object({
  word: Type.String(),
  field: Type.Optional(Type.String()),
  /** The first text below its heading. */
  sample: Type.String(),
})

/** How a file was understood. A refusal for its columns has it, too, to be matched by hand. */
export const Matching = Type.Object({
  /** Whose columns the file has. */
  preset: Type.Enum([...importPresets]),
  columns: Type.Array(FileColumn),
  /** The choices for a column. */
  fields: Type.Array(Type.Object({ key: Type.String(), label: Type.String() })),
  /** The first lines of the file, the heading first. */
  sample: Type.Array(Type.Array(Type.String())),
})

export const upload = {
  params: ImportParams,
  reply: Type.Object({
    ...OneRun.properties,
    ...Matching.properties,
    /** Columns that the import ignores. */
    unknown_columns: Type.Array(Type.String()),
  }),
}

export const start = {
  params: IdParams,
  data: Type.Object({ skips_errors: Type.Optional(Type.Boolean()) }),
  reply: OneRun,
}

/** Pictures of products of another shop. */
export const pictures = {
  params: IdParams,
  reply: Type.Object({
    success: Type.Literal(true),
    done: Type.Integer(),
    waiting: Type.Integer(),
    failed: Type.Integer(),
    /** The first of those that could not be had. */
    failures: Type.Array(
      Type.Object({ product_id: Type.String(), address: Type.String(), reason: Type.String() }),
    ),
  }),
}

export const template = { params: ImportParams, reply: File }
export const errors = { params: IdParams, reply: File }

const Sums = Type.Object({
  new: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  error: Type.Integer(),
})

export const Line = Type.Object({
  /** As a spreadsheet counts: the heading is 1. */
  line: Type.Integer(),
  /** Of another shop's file: where the row stands, in words. */
  place: Type.Optional(Type.String()),
  outcome: Type.Enum([...lineOutcomes]),
  title: Type.String(),
  changes: Type.Array(
    Type.Object({
      column: Type.String(),
      before: Type.String(),
      after: Type.String(),
      /** A remark on the change beside its texts. */
      notice: Type.Optional(Type.String()),
    }),
  ),
  errors: Type.Array(Type.Object({ column: Type.String(), reason: Type.String() })),
})

export const lines = {
  params: IdParams,
  query: Type.Object({
    ...PageQuery.properties,
    only: Type.Optional(Type.Union([Type.Enum([...lineOutcomes]), Type.Literal('')])),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    run: Run,
    sums: Sums,
    lines: Type.Array(Line),
    pagination: Pagination,
  }),
}
