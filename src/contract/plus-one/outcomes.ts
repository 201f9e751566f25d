export const plusOneOutcomes = ['order', 'unsure', 'skipped'] as const

/** Why a person has to look at what was read, with the words for it. */
export const plusOneDoubtLabels = {
  /** Several goods can be meant. */
  which: '不確定是哪一項商品',
  quantity: '不確定數量',
  /** Part of the text was not understood. */
  words: '有看不懂的文字',
  question: '像是在問問題',
  /** Whose order it is. */
  person: '不確定是誰的',
  /** It changes what the chat does not have, or what is in doubt itself. */
  earlier: '要改的內容不在這段對話裡，或前面還沒確認',
  /** The person has written the same before. */
  repeated: '同一個人寫過一樣的內容',
  /** An earlier version of a list, which a later one has otherwise. */
  superseded: '後來的接龍內容不同',
} as const
export type PlusOneDoubt = keyof typeof plusOneDoubtLabels
export const plusOneDoubts = Object.keys(plusOneDoubtLabels) as PlusOneDoubt[]
