const months =
  /jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?/g
/** Words that may stand beside the digits: units of a day, currencies, an exponent, am and pm. */
const units =
  /[元年月日時点點分秒]|上午|下午|nt\$|us\$|twd|ntd|usd|(?<=\d\.?)e(?=[+-]?\d)|(?<=\d\s?)[ap]m|(?<=\d\s)[ap]$/g

/** Whether a spreadsheet would read a text as a number, day, time, percent or truth value. */
export function looksLikeValue(text: string): boolean {
  const folded = fold(text)
  if (folded === 'true' || folded === 'false') return true
  // No day has five digits in a row: the number of an order, a mobile phone.
  if (/\d{5}[-/]\d|\d[-/]\d{5}/.test(folded)) return false
  return (
    /\d/.test(folded) &&
    /^[\d\s.,:/\-+%()$¥€£'’]*$/.test(folded.replace(months, '').replace(units, ''))
  )
}

/**
 * Whether a text looks as if a spreadsheet had made it of another one: `20-May` of MAY20, `1.23E+11`
 * of a long number. A plain number may have been typed.
 */
export function looksRewritten(text: string): boolean {
  if (/^#+$|^#[A-Z/0]+[?!]?$/.test(text.trim())) return true
  return looksLikeValue(text) && !/^(?:nt\$|\$)?[\d,.]*$/.test(fold(text))
}

function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
