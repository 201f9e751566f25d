import { describe, expect, it } from 'vitest'
import {
  codeOf,
  counties,
  districtsOf,
  findByName,
  findByZip,
  joinAddress,
  splitAddress,
} from './address.ts'

const every = counties.flatMap((county) =>
  districtsOf(county).map((district) => ({
    county,
    district,
    code: codeOf(county, district) ?? '',
  })),
)

describe('the districts', () => {
  it('are 368 of 22 counties with 365 codes, without places where nobody lives (SHIP-01)', () => {
    expect(counties).toHaveLength(22)
    expect(every).toHaveLength(368)
    expect(new Set(every.map(({ code }) => code)).size).toBe(365)
    for (const code of ['290', '817', '819']) expect(findByZip(code)).toBeUndefined()
    const counts = counties.map((county) => `${county.slice(0, 2)}${districtsOf(county).length}`)
    expect(counts.join(' ')).toBe(
      '臺北12 基隆7 新北29 宜蘭12 新竹3 新竹13 桃園13 苗栗18 臺中29 彰化26 南投13 嘉義2 嘉義18 雲林20 臺南37 高雄38 澎湖6 屏東33 臺東16 花蓮13 金門6 連江4',
    )
  })

  it('are each found by the code in 3, 5 and 6 digits, and by the name with 臺 and 台 (SHIP-01)', () => {
    for (const { county, district, code } of every) {
      const place = { county, district: /^(新竹|嘉義)市$/.test(county) ? '' : district }
      const spellings = [code, `${code}12`, `${code}123`, `${code}-12`, `${code} 123`]
      for (const zip of spellings) expect(findByZip(zip)).toEqual(place)
      const found = { county, district, code }
      expect(findByName(county, district)).toEqual(found)
      expect(findByName(county.replace('臺', '台'), district.replace('臺', '台'))).toEqual(found)
    }
    expect(findByZip('１１０')).toEqual({ county: '臺北市', district: '信義區' })
    for (const zip of ['', '11', '1102', '1102041', '999', '11a']) {
      expect(findByZip(zip)).toBeUndefined()
    }
  })

  it('are each split from an address and joined again, and nothing of the line is lost (SHIP-01)', () => {
    for (const { county, district, code } of every) {
      for (const line of ['中山路一段 1 號 2F', '市場街 3 之 1 號', '區公所旁']) {
        const parts = { zip: code, county, district, line }
        expect(splitAddress(`${county}${district}${line}`)).toEqual(parts)
        expect(splitAddress(joinAddress(parts).replaceAll('臺', '台'))).toEqual(parts)
      }
    }
  })
})

describe('an address in one text', () => {
  const xinyi = { county: '臺北市', district: '信義區', line: '市府路45號' }
  const banqiao = { zip: '220', county: '新北市', district: '板橋區', line: '文化路一段 1 號' }
  it.each([
    ['with county and district', '臺北市信義區市府路45號', { ...xinyi, zip: '110' }],
    ['with 台', '台北市信義區市府路45號', { ...xinyi, zip: '110' }],
    ['with 3 digits', '110台北市信義區市府路45號', { ...xinyi, zip: '110' }],
    ['with 5 digits', '11008 台北市信義區市府路45號', { ...xinyi, zip: '11008' }],
    ['with 6 digits', '(110204) 台北市信義區市府路45號', { ...xinyi, zip: '110204' }],
    ['with 3 and 3 digits', '110-204台北市信義區市府路45號', { ...xinyi, zip: '110204' }],
    ['with the code behind the county', '台北市110信義區市府路45號', { ...xinyi, zip: '110' }],
    ['with spaces', ' 110  台北市 信義區　市府路45號 ', { ...xinyi, zip: '110' }],
    ['with commas', '台北市，信義區，市府路45號', { ...xinyi, zip: '110' }],
    ['in full-width digits', '１１０台北市信義區市府路４５號', { ...xinyi, zip: '110' }],
    ['with 台灣', '台灣台北市信義區市府路45號', { ...xinyi, zip: '110' }],
    ['with 台灣 behind the code', '110, 台灣, 台北市信義區市府路45號', { ...xinyi, zip: '110' }],
    ['without 市', '台北信義區市府路45號', { ...xinyi, zip: '110' }],
    [
      'with county and district twice',
      '台北市信義區 臺北市信義區市府路45號',
      { ...xinyi, zip: '110' },
    ],
    ['with the code of another place', '100台北市信義區市府路45號', { ...xinyi, zip: '110' }],
    ['with the code in place of the county', '110 信義區市府路45號', { ...xinyi, zip: '110' }],
    ['with a district that is the only one', '板橋區文化路一段 1 號', banqiao],
    ['of a former county', '台北縣板橋市文化路一段 1 號', banqiao],
    [
      'of a former town',
      '彰化縣員林鎮中山路 1 號',
      { zip: '510', county: '彰化縣', district: '員林市', line: '中山路 1 號' },
    ],
    [
      'of a province',
      '台灣省台中縣豐原市中正路 1 號',
      { zip: '420', county: '臺中市', district: '豐原區', line: '中正路 1 號' },
    ],
    [
      'of 新竹市 without a district',
      '新竹市光復路二段 101 號',
      { zip: '300', county: '新竹市', district: '', line: '光復路二段 101 號' },
    ],
    [
      'of 嘉義市 with code and district',
      '60045嘉義市西區中山路 1 號',
      { zip: '60045', county: '嘉義市', district: '西區', line: '中山路 1 號' },
    ],
    [
      'of 新竹 without 縣',
      '新竹竹北市光明六路 10 號',
      { zip: '302', county: '新竹縣', district: '竹北市', line: '光明六路 10 號' },
    ],
    [
      'without a district that its code tells',
      '800高雄市中山一路 1 號',
      { zip: '800', county: '高雄市', district: '新興區', line: '中山一路 1 號' },
    ],
    [
      'of an island',
      '福建省連江縣南竿鄉介壽村 76 號',
      { zip: '209', county: '連江縣', district: '南竿鄉', line: '介壽村 76 號' },
    ],
  ])('is split %s: %s (SHIP-01)', (_, typed, parts) => {
    expect(splitAddress(typed)).toEqual(parts)
  })

  it.each([
    '高雄市六角學院',
    '台灣大道三段 99 號',
    '中正路 1 號',
    '信義區市府路 45 號',
    '高雄縣三民鄉民權村',
    '團主取貨 台北市信義區管理室',
    '110 市府路 45 號',
    '1 Main Street, Springfield',
    '',
  ])('stays as it was typed where its place is not certain: %j (SHIP-01)', (typed) => {
    expect(splitAddress(typed)).toEqual({ zip: '', county: '', district: '', line: typed })
    expect(joinAddress(splitAddress(typed))).toBe(typed)
  })

  it('keeps the words of a line that names its place, and says a district once (SHIP-01)', () => {
    const place = { zip: '110', county: '臺北市', district: '信義區' }
    const line = '台北市信義區市府路45號'
    expect(joinAddress({ ...place, line })).toBe(line)
    expect(joinAddress({ ...place, line: '信義區市府路45號' })).toBe('110 臺北市信義區市府路45號')
  })
})
