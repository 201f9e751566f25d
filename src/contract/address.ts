import { districtList } from './districts.ts'

/** An address in its parts; what is not known of one is empty. */
export interface AddressParts {
  /** 3, 5 or 6 digits, as they were typed, or the 3 digits of the district. */
  zip: string
  county: string
  district: string
  line: string
}

const byCounty = new Map(
  Object.entries(districtList).map(([county, list]) => [county, list.split(' ').map(toDistrict)]),
)
const districts = [...byCounty].flatMap(([county, list]) => list.map((one) => ({ county, ...one })))

export const counties: readonly string[] = [...byCounty.keys()]

export function districtsOf(county: string): readonly string[] {
  return (byCounty.get(county) ?? []).map(({ district }) => district)
}

function toDistrict(entry: string) {
  return { district: entry.slice(0, -3), code: entry.slice(-3) }
}

/** The code that all districts of a county share, as in 新竹市 and 嘉義市. */
function sharedCode(county: string): string | undefined {
  const codes = new Set(byCounty.get(county)?.map(({ code }) => code))
  return codes.size === 1 ? [...codes][0] : undefined
}

/** Where a postal code of 3, 5 or 6 digits is; without a district where several share the code. */
export function findByZip(zip: string): { county: string; district: string } | undefined {
  const digits = toHalfWidthDigits(zip).replace(/[\s-]/g, '')
  if (!/^\d{3}(?:\d{2,3})?$/.test(digits)) return undefined
  const [first, ...others] = districts.filter(({ code }) => digits.startsWith(code))
  return first && { county: first.county, district: others.length > 0 ? '' : first.district }
}

/** A county and a district of it by their names, 台 for 臺, too. */
export function findByName(county: string, district: string) {
  const [inCounty, named] = [fold(county.trim()), fold(district.trim())]
  return districts.find((one) => one.county === inCounty && one.district === named)
}

/** The three digits of a district; of a county without one, those that its districts share. */
export function codeOf(county: string, district: string): string | undefined {
  return findByName(county, district)?.code ?? sharedCode(fold(county.trim()))
}

export function toHalfWidthDigits(text: string): string {
  return text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
}

/** Counties that became special municipalities: their towns are districts now. */
const formerCounties: Record<string, string> = {
  臺北縣: '新北市',
  桃園縣: '桃園市',
  臺中縣: '臺中市',
  臺南縣: '臺南市',
  高雄縣: '高雄市',
}
/** Its 三民鄉 is 那瑪夏區, and 三民區 was another place. */
const ambiguous = { former: '高雄縣', district: '三民區' }

interface Spelling {
  written: string
  county: string
  kind: 'full' | 'former' | 'short'
}

const spellings: readonly Spelling[] = [
  ...counties.map((county) => ({ written: county, county, kind: 'full' as const })),
  ...Object.entries(formerCounties).map(([written, county]) => ({
    ...{ written, county, kind: 'former' as const },
  })),
  ...counties.map((county) => ({
    ...{ written: county.slice(0, -1), county, kind: 'short' as const },
  })),
]

const gap = /^[\s,，、]+/
/** The country, a province and a postal code, in any order. */
const head =
  /^(?:(?:中華民國|臺灣省?|福建省)[\s,，、]*|[(（[]?(\d{3}(?:-?\d{2,3})?)(?!\d)[)）\]]?[\s,，、]*)*/
const zipBetween = /^\d{3}(?:\d{2,3})?(?!\d)/

/**
 * The parts of an address in one text: county and district by their names, a postal code before
 * them. A text without a known place is all `line`, as it was typed.
 */
export function splitAddress(typed: string): AddressParts {
  const { rest, zip } = withoutHead(typed)
  return (
    splitByCounty(rest, zip) ??
    splitByDistrict(rest, zip) ?? { zip: '', county: '', district: '', line: typed.trim() }
  )
}

/** Whether a text tells the county and the district by itself. */
export function namesPlace(typed: string): boolean {
  const { rest, zip } = withoutHead(typed)
  return Boolean(splitByCounty(rest, zip)?.district)
}

function withoutHead(typed: string) {
  const text = toHalfWidthDigits(typed).trim()
  const [before = '', zip = ''] = head.exec(fold(text)) ?? []
  return { rest: text.slice(before.length), zip }
}

function splitByCounty(text: string, zipBefore: string): AddressParts | undefined {
  const folded = fold(text)
  for (const spelling of spellings) {
    const { written, county, kind } = spelling
    if (!folded.startsWith(written)) continue
    const [zipAfter = ''] = zipBetween.exec(withoutGap(text.slice(written.length))) ?? []
    const zip = zipBefore || zipAfter
    const rest = withoutGap(withoutGap(text.slice(written.length)).slice(zipAfter.length))
    const found = districtAt(rest, spelling)
    if (found) return toParts({ ...found, zip, line: rest.slice(found.length) })
    if (kind !== 'full') continue
    const place = findByZip(zip)
    const district = place?.county === county ? place.district : ''
    if (district || sharedCode(county)) return toParts({ zip, county, district, line: rest })
  }
  return undefined
}

/** The district that a text begins with, and how long its name is there. */
function districtAt(text: string, spelling: Spelling) {
  const { county } = spelling
  const district = districtsOf(county).find((name) => isWritten(name, fold(text), spelling))
  return district === undefined ? undefined : { county, district, length: district.length }
}

function isWritten(district: string, folded: string, { written, kind }: Spelling): boolean {
  if (kind !== 'former' && folded.startsWith(district)) return true
  const stem = district.slice(0, -1)
  const suffix = folded.startsWith(stem) ? folded.charAt(stem.length) : ''
  if (kind === 'former') {
    const isAmbiguous = written === ambiguous.former && district === ambiguous.district
    return /[鄉鎮市區]/.test(suffix) && !isAmbiguous
  }
  // 員林鎮 and others have become cities.
  return district.endsWith('市') && /[鄉鎮]/.test(suffix)
}

/** Without a county: a district whose name is the only one, or that the postal code names. */
function splitByDistrict(text: string, zip: string): AddressParts | undefined {
  const folded = fold(text)
  const named = districts.filter(({ district }) => folded.startsWith(district))
  const [found, ...others] =
    named.length > 1 ? named.filter(({ code }) => zip.startsWith(code)) : named
  if (!found || others.length > 0) return undefined
  return toParts({ ...found, zip, line: text.slice(found.district.length) })
}

function toParts({ zip, county, district, line }: AddressParts): AddressParts {
  const code = codeOf(county, district) ?? ''
  const repeated = `${county}${district}`
  const rest = withoutGap(line)
  const isRepeated = district !== '' && fold(rest).startsWith(repeated)
  return {
    zip: zip.startsWith(code) ? zip.replace('-', '') || code : code,
    ...{ county, district },
    line: (isRepeated ? withoutGap(rest.slice(repeated.length)) : rest).trim(),
  }
}

/** The address as one text; a line that names its own county and district is the address. */
export function joinAddress({ zip, county, district, line }: AddressParts): string {
  if (namesPlace(line)) return line
  const place = fold(`${county}${district}`)
  if (place === '') return [zip, line].filter(Boolean).join(' ')
  // Not of two characters: 東區公所 is a building.
  const isRepeated = district.length > 2 && fold(line).startsWith(fold(district))
  return `${zip} ${place}${isRepeated ? line.slice(district.length) : line}`.trim()
}

const fold = (text: string) => text.replaceAll('台', '臺')
const withoutGap = (text: string) => text.replace(gap, '')
