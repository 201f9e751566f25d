import type { Settings } from '../settings.ts'
import type { Chain } from './carriers.ts'

export interface Store {
  id: string
  chain: Chain
  name: string
  address: string
  phone: string
  /** On an outlying island. */
  isOutlying: boolean
  /** Whether it takes money for a parcel. */
  collects: boolean
  /** It closes for each parcel that is sent to it. */
  closesUnderWay: boolean
}

type Row = [id: string, name: string, address: string, more?: Partial<Store>]

/** Ids of 7-ELEVEN, FamilyMart and OK that ECPay publishes for tries are among them. */
const rows: Record<Chain, Row[]> = {
  UNIMART: [
    ['131386', '南港門市', '臺北市南港區三重路19號'],
    ['991182', '馥樺門市', '臺北市南港區三重路23號1樓'],
    ['131405', '舊莊門市', '臺北市南港區舊莊街一段3號'],
    ['140225', '"A&B"門市', '臺北市大安區復興南路一段107巷5弄18號'],
    ['151670', '遠行門市', '新北市板橋區文化路二段182巷3弄52號', { closesUnderWay: true }],
    ['160032', '不收款門市', '桃園市中壢區中大路300號', { collects: false }],
    ['170518', '清大門市', '新竹市東區光復路二段101號'],
    ['180044', '逢甲門市', '臺中市西屯區文華路100號'],
    ['190337', '赤崁門市', '臺南市中西區民族路二段317號'],
    ['200456', '美麗島門市', '高雄市新興區中山一路115號'],
    ['210089', '太麻里門市', '臺東縣太麻里鄉外環路108號'],
    ['220613', '太魯閣門市', '花蓮縣秀林鄉富世村富世291號'],
    ['061258', '馬公門市', '澎湖縣馬公市中正路22號', { isOutlying: true }],
    ['230771', '八七六門市', '嘉義縣民雄鄉大學路一段168號'],
  ],
  UNIMARTFREEZE: [
    ['896539', '建盛冷凍門市', '臺北市中山區建國北路二段129號'],
    ['896540', '文心冷凍門市', '臺中市南屯區文心路一段186號'],
    ['896541', '左營冷凍門市', '高雄市左營區高鐵路115號'],
  ],
  FAMI: [
    ['006598', '全家台北三重店', '臺北市南港區三重路66號'],
    ['001779', '全家公館店', '臺北市中正區羅斯福路四段90號'],
    ['006900', '全家頭前店', '新北市新莊區化成路293巷32號', { closesUnderWay: true }],
    ['007312', '全家藝文店', '桃園市桃園區同德六街88號'],
    ['008104', '全家光復店', '新竹縣湖口鄉光復路8號'],
    ['009223', '全家一中店', '臺中市北區一中街50號'],
    ['010351', '全家彰師店', '彰化縣彰化市進德路1號'],
    ['011460', '全家成大店', '臺南市東區大學路1號'],
    ['012588', '全家巨蛋店', '高雄市左營區博愛二路777號'],
    ['013699', '全家墾丁店', '屏東縣恆春鎮墾丁路237號'],
    ['014702', '全家羅東店', '宜蘭縣羅東鎮公正路100號'],
    ['015813', '全家金城店', '金門縣金城鎮民生路45號', { isOutlying: true }],
  ],
  HILIFE: [
    ['2001', '萊爾富總公司店', '臺北市松山區敦化南路一段2號'],
    ['4582', '萊爾富北車店', '臺北市中正區忠孝西路一段36號'],
    ['5190', '萊爾富板新店', '新北市板橋區民生路二段234號', { closesUnderWay: true }],
    ['6033', '萊爾富竹科店', '新竹市東區園區二路60號'],
    ['6627', '萊爾富中科店', '臺中市大雅區科雅路6號'],
    ['7411', '萊爾富安平店', '臺南市安平區安平路500號'],
    ['8250', '萊爾富駁二店', '高雄市鹽埕區大勇路1號'],
  ],
  OKMART: [
    ['1328', 'OK 南港店', '臺北市南港區成功路一段32號'],
    ['1405', 'OK 新店店', '新北市新店區北新路三段65號'],
    ['2166', 'OK 豐原店', '臺中市豐原區中正路148號', { closesUnderWay: true }],
    ['3072', 'OK 鳳山店', '高雄市鳳山區光遠路226號'],
  ],
}

export const stores: Store[] = Object.entries(rows).flatMap(([chain, list]) =>
  list.map(([id, name, address, more]) => ({
    id,
    chain: chain as Chain,
    name,
    address,
    phone: `02-2655${id.padStart(4, '0').slice(-4)}`,
    isOutlying: false,
    collects: true,
    closesUnderWay: false,
    ...more,
  })),
)

export function findStore(chain: Chain | undefined, id: string | undefined): Store | undefined {
  return stores.find((store) => store.chain === chain && store.id === id)
}

export function isOpen({ id }: Store, { closedStores }: Settings): boolean {
  return !closedStores.includes(id)
}
