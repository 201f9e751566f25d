const outlyingCounties = ['澎湖縣', '金門縣', '連江縣']
const outlyingDistricts = ['臺東縣綠島鄉', '臺東縣蘭嶼鄉', '屏東縣琉球鄉']

/** Whether a place is on an outlying island; an unknown one is not. */
export function isOutlying({ county, district }: { county: string; district: string }): boolean {
  const inCounty = county.trim().replace('台', '臺')
  return (
    outlyingCounties.includes(inCounty) || outlyingDistricts.includes(inCounty + district.trim())
  )
}
