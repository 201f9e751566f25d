import { describe, expect, it } from 'vitest'
import { type MatchedPlace, matchStatement } from './match-statement.ts'
import { parseStatement } from './parse-statement.ts'

const today = '2026-11-29'
const people: [name: string, open: number, lastFive: string | null][] = [
  ['王小明', 420, '12345'],
  ['林美麗', 840, '54321'],
  ['陳大文', 1_260, '90817'],
  ['張雅婷', 420, '66778'],
  ['黃志豪', 2_100, '00931'],
  ['李佩珊', 630, null],
  ['吳宗翰', 630, null],
  ['蔡依珊', 1_680, '31415'],
  ['許家豪', 0, '27182'],
  ['鄭淑芬', 420, '77777'],
  ['謝明哲', 420, '77777'],
]

function places(): MatchedPlace[] {
  return people.map(([name, open, lastFive]) => ({
    participationId: name,
    name,
    open,
    lastFive,
    receipts: name === '許家豪' ? [{ amount: 300, lastFive: '27182', day: '2026-11-26' }] : [],
  }))
}

/** Outcome and place of each movement, in the order of the lines; headings are left out. */
function read(text: string): string[] {
  return matchStatement(parseStatement(text, today), places())
    .filter(({ why }) => why !== '標題列')
    .map(({ outcome, participationIds, why }) =>
      outcome === 'found' ? `found ${participationIds.join('、')}` : `${outcome} ${why}`,
    )
}

const nobody = '沒有人應付 NT$999'
const settled = 'known 已經登記過'
const byAccount = (name: string) => `found ${name}`

/** Ten layouts as banks print them, of six movements each; names, sums and accounts are made up. */
const layouts: Record<string, { text: string; expected: string[] }> = {
  '甲銀行，CSV，支出與存入兩欄，千分位在引號內': {
    text: `交易日期,交易時間,摘要,支出金額,存入金額,餘額,備註
2026/11/25,09:15:02,跨行轉入,,420,"10,420",0130000000012345
2026/11/25,10:20:11,跨行轉入,,840,"11,260",8220000000054321
2026/11/26,11:00:00,ATM提款,"3,000",,"8,260",
2026/11/26,11:42:30,跨行轉入,,"1,260","9,520",0070000000090817
2026/11/26,12:05:00,跨行轉入,,300,"9,820",0120000000027182
2026/11/27,18:00:59,跨行轉入,,999,"10,819",0050000000088888`,
    expected: [
      ...[byAccount('王小明'), byAccount('林美麗'), 'skipped 支出', byAccount('陳大文')],
      ...[settled, `unknown ${nobody}`],
    ],
  },
  '甲銀行，從網頁複製的表格（定位點），民國日期': {
    text: `帳務日期\t說明\t提出\t存入\t結餘\t註記
115/11/25\t轉帳存入\t\t420\t10,420\t***66778
115/11/25\t手續費\t15\t\t10,405\t
115/11/26\t轉帳存入\t\t2,100\t12,505\t末五碼 00931
115/11/26\t轉帳存入\t\t630\t13,135\t0081234500044444
115/11/27\t轉帳存入\t\t1,000\t14,135\t***66778
115/11/27\t轉帳存入\t\t420\t14,555\t0040000000077777`,
    expected: [
      ...[byAccount('張雅婷'), 'skipped 支出', byAccount('黃志豪')],
      'unsure 後五碼沒有人填過，金額相符的有 2 人',
      'unsure 後五碼是 張雅婷，但應收 NT$420，金額不同',
      'unsure 金額與後五碼相符的有 2 人',
    ],
  },
  '甲銀行，沒有標題的 CSV，日期相連、千分位沒有引號': {
    text: `20261125,轉入,0,420,10420,0130000000012345
20261125,轉入,0,840,11260,8220000000054321
20261126,轉出,5000,0,6260,繳信用卡
20261127,轉入,0,1680,7940,0480000000031415
20261127,轉入,0,630,8570,李佩珊
20261128,利息,0,3,8573,`,
    expected: [
      ...[byAccount('王小明'), byAccount('林美麗'), 'skipped 支出', byAccount('蔡依珊')],
      'unsure 看不到後五碼，金額相符的有 2 人，備註有姓名',
      'unknown 沒有人應付 NT$3',
    ],
  },
  '乙銀行，固定欄寬的文字': {
    text: `日期        時間    摘要        支出        存入        餘額  對方帳號
115.11.25   09:15   轉帳存      -           420       10,420  00000000012345
115.11.25   10:20   轉帳存      -           840       11,260  00000000054321
115.11.26   11:42   轉帳支      3,000       -          8,260  00000000011111
115.11.26   12:05   轉帳存      -         1,260        9,520  00000000090817
115.11.27   18:00   轉帳存      -           420        9,940  00000000066778
115.11.28   08:00   轉帳存      -           420       10,360  00000000044444`,
    expected: [
      ...[byAccount('王小明'), byAccount('林美麗'), 'skipped 支出'],
      ...[byAccount('陳大文'), byAccount('張雅婷')],
      'unsure 後五碼沒有人填過，金額相符的有 4 人',
    ],
  },
  '乙銀行，金額一欄加上借貸別，全形數字': {
    text: `交易日，金額，借貸，餘額，備註
１１５／１１／２５，４２０，貸，１０４２０，末五碼１２３４５
１１５／１１／２５，８４０，貸，１１２６０，末五碼５４３２１
１１５／１１／２６，５００，借，１０７６０，水費
１１５／１１／２６，１２６０，貸，１２０２０，末五碼９０８１７
１１５／１１／２７，３００，借，１１７２０，末五碼２７１８２
１１５／１１／２８，４２０，貸，１２１４０，末五碼６６７７８`,
    expected: [
      ...[byAccount('王小明'), byAccount('林美麗'), 'skipped 支出', byAccount('陳大文')],
      ...['skipped 支出', byAccount('張雅婷')],
    ],
  },
  '乙銀行，正負號的金額，分號': {
    text: `日期;摘要;交易金額;餘額;帳號
2026-11-25;轉帳;+420.00;10,420.00;013-0000-0001-2345
2026-11-25;轉帳;+840.00;11,260.00;822-0000-0005-4321
2026-11-26;轉帳;-1,260.00;10,000.00;007-0000-0009-0817
2026-11-26;轉帳;+1,260.00;11,260.00;007-0000-0009-0817
2026-11-27;轉帳;+12.50;11,272.50;
2026-11-28;轉帳;+420.00;11,692.50;013-****-***6-6778`,
    expected: [
      ...[byAccount('王小明'), byAccount('林美麗'), 'skipped 支出', byAccount('陳大文')],
      ...['skipped 金額有小數', byAccount('張雅婷')],
    ],
  },
  '乙銀行，只有餘額說得出方向，由新到舊': {
    text: `2026/11/28|轉帳|420|11,940|0040000000066778
2026/11/27|轉帳|1,680|11,520|0480000000031415
2026/11/26|轉帳|1,000|9,840|
2026/11/26|轉帳|840|10,840|8220000000054321
2026/11/25|轉帳|420|10,000|0130000000012345
2026/11/25|轉帳|2,100|9,580|0130000000000931`,
    expected: [
      ...[byAccount('張雅婷'), byAccount('蔡依珊'), 'skipped 支出', byAccount('林美麗')],
      byAccount('王小明'),
      'unsure 看不出是存入還是支出',
    ],
  },
  '丙銀行，App 的通知': {
    text: `11/25 09:15 您的帳戶轉入420元，對方帳號末五碼12345
11/25 10:20 您的帳戶轉入840元，對方帳號末五碼54321
11/26 11:42 您的帳戶轉出3,000元
11/26 12:05 您的帳戶轉入NT$1,260，對方帳號末五碼90817
11/27 18:00 您的帳戶轉入999元，對方帳號末五碼88888
11/28 08:00 您的帳戶轉入420元，對方帳號末五碼66778`,
    expected: [
      ...[byAccount('王小明'), byAccount('林美麗'), 'skipped 支出', byAccount('陳大文')],
      ...[`unknown ${nobody}`, byAccount('張雅婷')],
    ],
  },
  '丙銀行，年月日與 NT$': {
    text: `"日期","項目","收入","支出","結餘","附言"
"2026年11月25日","轉帳","NT$420","","NT$10,420","012****12345"
"2026年11月25日","轉帳","NT$840","","NT$11,260","822****54321"
"2026年11月26日","轉帳","","NT$100","NT$11,160",""
"2026年11月26日","轉帳","NT$300","","NT$11,460","012****27182"
"2026年11月26日","轉帳","NT$420","","NT$11,880","012****12345"
"2026年11月28日","轉帳","NT$2,100","","NT$13,980","004****00931"`,
    expected: [
      'unsure 有兩筆都符合同一個人，請選擇',
      ...[byAccount('林美麗'), 'skipped 支出', settled],
      ...['unsure 有兩筆都符合同一個人，請選擇', byAccount('黃志豪')],
    ],
  },
  '丙銀行，英文欄位，前後有別的文字': {
    text: `帳號：012-345-678901
Date\tDescription\tDebit\tCredit\tBalance
2026/11/25\tTransfer ****12345\t\t420\t10420
2026/11/25\tTransfer ****54321\t\t840\t11260
2026/11/26\tWithdrawal\t2000\t\t9260
2026/11/27\tTransfer ****90817\t\t1260\t10520
2026/11/27\tTransfer ****3141\t\t1680\t12200
2026/11/28\tTransfer ****27182\t\t420\t12620
合計\t\t2000\t4620\t`,
    expected: [
      'skipped 不是交易',
      ...[byAccount('王小明'), byAccount('林美麗'), 'skipped 支出', byAccount('陳大文')],
      'unsure 看不到後五碼，金額相符的有 1 人',
      'unknown 後五碼是 許家豪，已經收齊',
      'skipped 不是交易',
    ],
  },
}

describe('a pasted statement', () => {
  it('is tried on sixty movements of three banks in ten layouts (AFTER-07)', () => {
    const movements = Object.values(layouts).flatMap(({ text }) =>
      parseStatement(text, today).filter(({ amount, why }) => amount || why === '金額有小數'),
    )
    expect([Object.keys(layouts).length, movements.length]).toEqual([10, 60])
    expect(new Set(Object.keys(layouts).map((name) => name.slice(0, 3))).size).toBe(3)
  })

  for (const [name, { text, expected }] of Object.entries(layouts)) {
    it(`finds its places or says why not: ${name} (AFTER-07)`, () => {
      expect(read(text)).toEqual(expected)
    })
  }

  it('says of every line what became of it, and keeps its number (AFTER-07)', () => {
    const text = '交易明細\n\n2026/11/25 轉入 420 12345 王小明\n謝謝'
    const lines = matchStatement(parseStatement(text, today), places())
    expect(lines.map(({ n, outcome }) => [n, outcome])).toEqual([
      [1, 'skipped'],
      [3, 'found'],
      [4, 'skipped'],
    ])
    expect(lines.every(({ why }) => why.length > 0)).toBe(true)
  })

  it('takes any text, however long or strange, and never throws (AFTER-07)', () => {
    const strange = [
      '',
      '\u0000',
      ',,,,',
      '"',
      '"""',
      '\t\t\t',
      '（）',
      '9'.repeat(5_000),
      '-',
      '元',
    ]
    for (const text of strange) expect(() => read(`${text}\n${text}`)).not.toThrow()
    const long = '2026/11/25 轉入 420 12345\n'.repeat(2_000)
    expect(parseStatement(long, today)).toHaveLength(2_000)
  })
})
