import type { PlusOneGoods } from './tokens.ts'

/**
 * Sixty chats of our own making. Each line has a name, what was written, and what it means: the pieces that
 * it adds (`plain+2`) or takes back (`plain-1`), `-` for no order, `?` where nobody could know without
 * asking. Line breaks within a message are written `⏎`.
 */
export interface ChatFixture {
  form: 'ios' | 'android' | 'computer' | 'list'
  goods: keyof typeof goodsOfChats
  text: string
}

export const goodsOfChats = {
  snacks: [
    {
      ...{ id: 'chips', title: '日式蝦餅', words: ['蝦餅'], unit: '包' },
      variants: [
        { id: 'plain', title: '原味', words: ['A'] },
        { id: 'hot', title: '辣味', words: ['B'] },
      ],
    },
    { id: 'mug', title: '馬克杯', words: ['C'], unit: '個' },
  ],
  mug: [{ id: 'mug', title: '馬克杯', unit: '個', words: ['A'] }],
  fruit: [
    { id: 'mango', title: '愛文芒果', unit: '箱', words: ['A'] },
    { id: 'lychee', title: '玉荷包', unit: '箱', words: ['B'] },
  ],
  bread: [
    {
      ...{ id: 'bread', title: '生吐司', unit: '條' },
      variants: [
        { id: 'milk', title: '鮮奶', words: ['A'] },
        { id: 'cocoa', title: '巧克力', words: ['B'] },
        { id: 'matcha', title: '抹茶', words: ['C'] },
      ],
    },
  ],
  tea: [
    { id: 'oolong', title: '高山烏龍茶', unit: '罐', words: ['A'] },
    { id: 'jinxuan', title: '金萱茶', unit: '罐', words: ['B'] },
    { id: 'black', title: '蜜香紅茶', unit: '罐', words: ['C'] },
  ],
  soap: [
    {
      ...{ id: 'soap', title: '洗衣精', unit: '包' },
      variants: [
        { id: 'refill', title: '補充包', words: ['A'] },
        { id: 'bottle', title: '瓶裝', words: ['B'] },
      ],
    },
  ],
} satisfies Record<string, PlusOneGoods[]>

const of = (form: ChatFixture['form'], goods: ChatFixture['goods'], text: string): ChatFixture => ({
  ...{ form, goods, text },
})

export const chats: readonly ChatFixture[] = [
  // Plain codes and signs.
  of(
    'ios',
    'snacks',
    `小美 | A+2 | plain+2
阿明 | B+1 | hot+1
林阿姨 | A+1 B+1 | plain+1 hot+1
小美 | [貼圖] | -
阿宏 | C+1 | mug+1
小美 | 謝謝團主 | -`,
  ),
  of(
    'android',
    'snacks',
    `王媽媽 | Ａ＋３ | plain+3
小潔 | Ｂ＋１，Ｃ＋１ | hot+1 mug+1
Kevin | a+1 | plain+1
Kevin | b +2 | hot+2
阿芬 | [照片] | -`,
  ),
  of(
    'ios',
    'mug',
    `小美 | +1 | mug+1
阿明 | +2 謝謝 | mug+2
Amy Chen | ＋１ | mug+1
林阿姨🌸 | ➕1️⃣ | mug+1
大寶媽 | 好可愛喔 | -
大寶媽 | 我也+1 | mug+1`,
  ),
  of(
    'android',
    'fruit',
    `阿國 | 芒果+1 | mango+1
小玲 | 玉荷包+2 | lychee+2
阿國 | 玉荷包也+1 | lychee+1
Peter | A+1 B+1 | mango+1 lychee+1
Peter | 會甜嗎？ | -`,
  ),
  of(
    'ios',
    'bread',
    `小安 | 鮮奶+1 抹茶+1 | milk+1 matcha+1
阿水 | 巧克力x2 | cocoa+2
小安媽 | A1 B1 C1 | milk+1 cocoa+1 matcha+1
Ray | 巧克力+1 | cocoa+1
Ray | 改抹茶 | cocoa-1 matcha+1`,
  ),
  of(
    'ios',
    'tea',
    `陳老師 | 烏龍茶兩罐 | oolong+2
小倩 | 金萱+1 | jinxuan+1
阿德 | 蜜香紅茶3罐 | black+3
阿德 | 金萱茶一罐 | jinxuan+1
小倩 | 請問有保存期限嗎 | -`,
  ),
  // Chinese numerals.
  of(
    'ios',
    'snacks',
    `小美 | 原味兩包 | plain+2
阿明 | 辣味三包、原味一包 | hot+3 plain+1
阿珠 | 兩包辣味 | hot+2
阿國 | 原味加一 | plain+1
惠美 | 原味十包 | plain+10
惠美 | 辣味十二包 | hot+12`,
  ),
  of(
    'android',
    'mug',
    `小美 | 加一 | mug+1
阿明 | 兩個 | mug+2
小慧 | 我要三個 | mug+3
阿土伯 | 一個就好 | mug+1
阿土伯 | 謝謝 | -`,
  ),
  of(
    'ios',
    'fruit',
    `阿霞 | 芒果兩箱 | mango+2
國華 | 玉荷包一箱，芒果一箱 | lychee+1 mango+1
淑芬 | 芒果 5 箱 | mango+5
淑芬 | 少一箱 | mango-1
國華 | 芒果多一箱 | mango+1`,
  ),
  of(
    'android',
    'tea',
    `阿財 | 烏龍茶一罐、金萱茶兩罐 | oolong+1 jinxuan+2
美玲 | 各一罐 | ?
志明 | A B C 各一罐 | oolong+1 jinxuan+1 black+1
春嬌 | 紅茶、金萱各兩罐 | black+2 jinxuan+2`,
  ),
  // Emoji, politeness and noise.
  of(
    'ios',
    'snacks',
    `小美🌸 | A+1🙏🙏 | plain+1
🐱貓奴 | B+2~~~ | hot+2
芯芯 | 原味+1 ❤️ | plain+1
Joyce | A+1 (moon grin) | plain+1
大雄 | 蝦餅看起來好好吃😋 | -
大雄 | 辣味+1❗️ | hot+1`,
  ),
  of(
    'ios',
    'mug',
    `Nina | +1💕 | mug+1
Nina | [貼圖] | -
阿輝 | ☎ 通話時間 1:20 | -
阿輝 | 麻煩幫我+2，謝謝您 | mug+2
小如 | 團主辛苦了🙇‍♀️ | -
小如 | 我+1，感恩 | mug+1`,
  ),
  of(
    'android',
    'bread',
    `Vicky | 鮮奶+2🍞 | milk+2
Vicky | 抹茶+1🍵 | matcha+1
小胖 | 流口水🤤 | -
小胖 | 巧克力+3 謝謝團媽 | cocoa+3
阿姨 | 不好意思，鮮奶+1 | milk+1`,
  ),
  of(
    'ios',
    'soap',
    `阿貞 | 補充包+3 | refill+3
小蔡 | 瓶裝+1、補充包+2 | bottle+1 refill+2
阿貞 | 好便宜喔 | -
老王 | 洗衣精補充包2包 | refill+2
老王 | 一包多少錢？ | -`,
  ),
  // Several lines in one message.
  of(
    'ios',
    'snacks',
    `小美 | 原味+1⏎辣味+2 | plain+1 hot+2
阿明 | 蝦餅原味2包⏎馬克杯1個 | plain+2 mug+1
林阿姨 | A+1⏎B+1⏎C+1 | plain+1 hot+1 mug+1
阿宏 | 大家好⏎請問到貨時間⏎謝謝 | -`,
  ),
  of(
    'android',
    'tea',
    `陳先生 | A+1⏎B+2⏎謝謝 | oolong+1 jinxuan+2
小倩 | 烏龍茶 2⏎紅茶 1 | oolong+2 black+1
阿德 | 1. 金萱茶+1⏎2. 烏龍茶+1 | jinxuan+1 oolong+1`,
  ),
  of(
    'ios',
    'fruit',
    `阿國 | "芒果+1" | mango+1
小玲 | 芒果+1⏎玉荷包+1⏎（週六自取） | ?
Peter Wang | 芒果：2箱⏎玉荷包：1箱 | mango+2 lychee+1`,
  ),
  // Corrections and cancellations.
  of(
    'ios',
    'snacks',
    `小美 | A+2 | plain+2
小美 | 改成3 | plain+1
阿明 | B+1 | hot+1
阿明 | 取消 | hot-1
林阿姨 | A+1 B+2 | plain+1 hot+2
林阿姨 | 取消A | plain-1
阿宏 | C+2 | mug+2
阿宏 | -1 | mug-1`,
  ),
  of(
    'android',
    'mug',
    `小美 | +3 | mug+3
小美 | 改+2 | mug-1
阿明 | +1 | mug+1
阿明 | 不好意思我不要了 | mug-1
阿華 | +2 | mug+2
阿華 | 再+1 | mug+1
阿華 | 總共3個 | -`,
  ),
  of(
    'ios',
    'bread',
    `小安 | 鮮奶+2 | milk+2
小安 | 鮮奶改抹茶 | milk-2 matcha+2
Ray | 巧克力+1 | cocoa+1
Ray | 更正 巧克力+2 | cocoa+1
阿水 | A+1 B+1 | milk+1 cocoa+1
阿水 | B取消 | cocoa-1
阿水 | 追加 C+1 | matcha+1`,
  ),
  of(
    'ios',
    'fruit',
    `阿國 | 芒果+3 | mango+3
阿國 | 芒果-1 | mango-1
小玲 | 玉荷包+2 | lychee+2
小玲 | 玉荷包改成1箱 | lychee-1
Peter | 芒果+1 | mango+1
Peter | 換成玉荷包 | mango-1 lychee+1`,
  ),
  of(
    'android',
    'tea',
    `陳老師 | 烏龍茶+2 | oolong+2
陳老師 | 先取消，之後再訂 | ?
小倩 | 金萱+1 | jinxuan+1
小倩 | 金萱再加2罐 | jinxuan+2
阿德 | 可以改成紅茶嗎 | ?
阿德 | 紅茶+1 | black+1`,
  ),
  of(
    'ios',
    'soap',
    `阿貞 | 補充包+3 | refill+3
阿貞 | 改成補充包2 瓶裝1 | refill-1 bottle+1
小蔡 | 瓶裝+2 | bottle+2
小蔡 | 退單 | bottle-2
老王 | 補充包+1 | refill+1
老王 | 補充包+1 | ?`,
  ),
  of(
    'android',
    'snacks',
    `小美 | A+1 | plain+1
小美 | 我改天再買別的 | -
阿明 | B+1 | hot+1
阿明 | 不要取消喔 | ?
惠美 | -1 | ?
惠美 | 取消 | ?`,
  ),
  // Copied on a computer.
  of(
    'computer',
    'snacks',
    `小美 | A+1 | plain+1
阿明 | B+2 | hot+2
Tony Chou | A+1 | ?
林阿姨 | 馬克杯一個 | mug+1
小美 | 加入聊天 | -`,
  ),
  of(
    'computer',
    'mug',
    `小美 | +1 | mug+1
阿明 | +2 | mug+2
大寶媽 | 我家+1 | mug+1
Amy | 下午3點可以拿嗎 | -`,
  ),
  of(
    'computer',
    'fruit',
    `阿國 | 芒果+1 | mango+1
小玲 | 玉荷包+1 芒果+1 | lychee+1 mango+1
王大文 | 芒果兩箱謝謝 | mango+2`,
  ),
  of(
    'computer',
    'bread',
    `小安 | 鮮奶+1 | milk+1
阿水 | 吐司+1 | ?
小胖 | B+1C+1 | cocoa+1 matcha+1
小安 | 抹茶+1 | matcha+1`,
  ),
  // Lists.
  of(
    'list',
    'snacks',
    `王小美 | A+1 | plain+1
陳大文 | B+2、A+1 | hot+2 plain+1
Tony Chou | A2 | plain+2
林阿姨 | C+1 | mug+1
小華 | 原味+1 | plain+1`,
  ),
  of(
    'list',
    'mug',
    `王小美 | +1 | mug+1
陳大文 | +2 | mug+2
阿芬🌷 | +1 | mug+1
Kevin Lin | +3 | mug+3`,
  ),
  of(
    'list',
    'fruit',
    `阿國 | 芒果1 | mango+1
小玲 | 玉荷包2 芒果1 | lychee+2 mango+1
Peter | 芒果+2 | mango+2
國華 | 芒果、玉荷包各1 | mango+1 lychee+1`,
  ),
  of(
    'list',
    'tea',
    `陳老師 | 烏龍茶2 | oolong+2
小倩 | 金萱+1 紅茶+1 | jinxuan+1 black+1
阿德 | A1 B1 | oolong+1 jinxuan+1`,
  ),
  of(
    'list',
    'bread',
    `小安 | 鮮奶+1 | milk+1
阿水 | 巧克力+2 | cocoa+2
小胖 | 抹茶+1 鮮奶+1 | matcha+1 milk+1
Ray | C+1 | matcha+1`,
  ),
  of(
    'list',
    'soap',
    `阿貞 | 補充包+3 | refill+3
小蔡 | 瓶裝+1 | bottle+1
老王 | 補充包 2 瓶裝 1 | refill+2 bottle+1`,
  ),
  // For somebody else, questions, and what has to be asked.
  of(
    'ios',
    'snacks',
    `小美 | 幫我媽A+1 | ?
小美 | A+1 | plain+1
阿明 | @小美 妳要買嗎 | -
阿明 | 幫小華B+1 | ?
阿宏 | 蝦餅+1 | ?
林阿姨 | +1 | ?
林阿姨 | 我要 | ?`,
  ),
  of(
    'android',
    'mug',
    `小美 | 還有嗎 | -
小美 | 可以+1嗎 | ?
阿明 | 我跟我姊各一個 | ?
小慧 | +1，送到公司 | ?
阿土伯 | 一組幾個？ | -
阿土伯 | 那我+1 | ?`,
  ),
  of(
    'ios',
    'fruit',
    `阿國 | 一箱多少 | -
阿國 | 今年會漲價嗎 | -
小玲 | 芒果一箱幾顆 | -
Peter | 芒果半箱可以嗎 | -
國華 | 我要芒果 | ?
淑芬 | 水果+1 | ?`,
  ),
  of(
    'ios',
    'tea',
    `陳老師 | 茶+1 | ?
小倩 | 同上 | ?
阿德 | 烏龍跟金萱+1 | ?
志明 | 紅茶好喝 | -
春嬌 | 跟去年一樣 | -`,
  ),
  of(
    'android',
    'bread',
    `小安 | 吐司三條，口味都可以 | ?
阿水 | 鮮奶 | ?
小胖 | 鮮奶+100 | ?
Ray | 抹茶好苦 | -
Ray | 鮮奶好吃+1 | ?`,
  ),
  of(
    'ios',
    'soap',
    `阿貞 | 一包+1瓶 | ?
小蔡 | 補充包一箱 | ?
老王 | 兩個都+1 | ?
老王 | 補充包+1 瓶裝+1 | refill+1 bottle+1`,
  ),
  // Prices, telephones, addresses, times: none of them is an order.
  of(
    'ios',
    'snacks',
    `團主小林 | 蝦餅一包100元，三包280元 | -
團主小林 | 11/30 收單，12/5 到貨 | -
團主小林 | https://shop.example/g/ABC?n=1 | -
小美 | 我的電話0912345678 | -
阿明 | 下午3點到 | -
小美 | A+1 | plain+1
阿明 | 100 | -`,
  ),
  of(
    'android',
    'fruit',
    `團主小林 | 芒果 $650，玉荷包 $800 | -
團主小林 | 12:00 收單 | -
阿國 | 芒果+1 | mango+1
阿國 | 已轉帳 650，後五碼 12345 | -
小玲 | 住3樓 | -
小玲 | 玉荷包+1 | lychee+1`,
  ),
  of(
    'ios',
    'tea',
    `團主小林 | 滿3000免運 | -
陳老師 | 烏龍茶+1 | oolong+1
陳老師 | 匯款好了 | -
小倩 | 金萱茶+2 | jinxuan+2
小倩 | 後五碼 67890 | -`,
  ),
  // Names that are hard.
  of(
    'ios',
    'snacks',
    `A咖小明 | A+1 | plain+1
+1小姐 | B+1 | hot+1
陳 大文 | C+1 | mug+1
Mr. B | A+1 | plain+1
小美（3樓） | B+1 | hot+1
🍎🍎 | A+2 | plain+2`,
  ),
  of(
    'android',
    'mug',
    `May Lin | +1 | mug+1
May Lin | +1 | ?
Andy 王 | +2 | mug+2
小 美 | +1 | mug+1
林-阿姨 | +1 | mug+1`,
  ),
  of(
    'ios',
    'bread',
    `抹茶控 | 鮮奶+1 | milk+1
鮮奶媽媽 | 抹茶+1 | matcha+1
B哥 | 巧克力+1 | cocoa+1
C. Y. Lee | A+1 | milk+1`,
  ),
  // Joined words and other signs.
  of(
    'android',
    'snacks',
    `小美 | A1B2 | plain+1 hot+2
阿明 | A*2 | plain+2
阿宏 | B×3 | hot+3
林阿姨 | 原味2辣味1 | plain+2 hot+1
惠美 | +1A+2B | plain+1 hot+2
Kevin | A+1/B+1 | plain+1 hot+1
Kevin | A＋1；C＋1 | plain+1 mug+1`,
  ),
  of(
    'ios',
    'snacks',
    `小美 | +3（A2 B1） | plain+2 hot+1
阿明 | A2 B1 共3包 | plain+2 hot+1
阿宏 | A、B各1 | plain+1 hot+1
林阿姨 | 原味跟辣味各+2 | plain+2 hot+2
惠美 | A2 B1 共4包 | ?
Kevin | 日式蝦餅（辣味）+1 | hot+1`,
  ),
  of(
    'ios',
    'tea',
    `陳老師 | A+1,B+1,C+1 | oolong+1 jinxuan+1 black+1
小倩 | 烏龍茶*1 紅茶*2 | oolong+1 black+2
阿德 | 金萱茶1罐 烏龍茶2罐 謝謝 | jinxuan+1 oolong+2
志明 | 高山烏龍茶 +1 | oolong+1`,
  ),
  of(
    'android',
    'fruit',
    `阿國 | 愛文芒果1箱 | mango+1
小玲 | 愛文+1 | mango+1
國華 | 2箱芒果 1箱玉荷包 | mango+2 lychee+1
淑芬 | 芒果 +1 玉荷包 +1 | mango+1 lychee+1
Peter | A1，B2 | mango+1 lychee+2`,
  ),
  of(
    'ios',
    'soap',
    `阿貞 | A+2 B+1 | refill+2 bottle+1
小蔡 | 補充+2 | refill+2
老王 | 瓶裝 x 1 | bottle+1
阿惠 | 補充包10包 | refill+10
阿惠 | 太多了，改5包 | ?`,
  ),
  // Talk between orders.
  of(
    'ios',
    'mug',
    `團主小林 | 這次是馬克杯喔 大家+1 | ?
小美 | 哇好美 | -
小美 | +1 | mug+1
阿明 | 上次那個還在用 | -
小慧 | +2 | mug+2
小慧 | 什麼時候到？ | -
團主小林 | 下週三 | -
阿土伯 | 收到 | -`,
  ),
  of(
    'android',
    'snacks',
    `團主小林 | 今天開蝦餅團 | -
團主小林 | A 原味 B 辣味 | ?
小美 | 想吃辣的 | -
小美 | B+2 | hot+2
阿明 | 我不敢吃辣 | -
阿明 | 原味+1 | plain+1
阿明 | OK | -`,
  ),
  of(
    'ios',
    'bread',
    `團主小林 | 週五到貨，週四 20:00 收單 | -
小安 | 收到 | -
小安 | 鮮奶+1 | milk+1
阿水 | 上週的好好吃 | -
阿水 | 這次巧克力+2 | ?
小胖 | 巧克力+2 | cocoa+2
小胖 | 再一條抹茶 | matcha+1`,
  ),
  of(
    'android',
    'tea',
    `陳老師 | 早安 | -
陳老師 | 烏龍茶+1 | oolong+1
小倩 | 早安+1 | ?
阿德 | 紅茶+2 | black+2
阿德 | 感謝團主 | -
阿德 | 謝謝+1 | ?`,
  ),
  of(
    'ios',
    'fruit',
    `阿國 | 芒果+2 | mango+2
阿國 | 數量可以改嗎 | -
阿國 | 改3 | mango+1
小玲 | 芒果+1 玉荷包+1 | mango+1 lychee+1
小玲 | 改成2 | ?
小玲 | 全部取消 | ?`,
  ),
  of(
    'ios',
    'snacks',
    `阿妹 | 我要A+1 | plain+1
阿妹 | 還要B+1 | hot+1
阿弟 | 麻煩A+1，謝謝～ | plain+1
阿弟 | 另外C+1 | mug+1
阿嬤 | 原味的兩包 | plain+2
阿嬤 | 要辣的 | ?`,
  ),
  of(
    'android',
    'mug',
    `Jenny | 登記+1 | mug+1
Jenny | 報名 | ?
阿布 | 先+1 | mug+1
阿布 | 我再+1 | mug+1
Sam | +1 +1 | ?
Sam | 共2個 | ?`,
  ),
  of(
    'ios',
    'bread',
    `小安 | 鮮奶吐司+1 | milk+1
阿水 | 巧克力吐司兩條 | cocoa+2
小胖 | 生吐司抹茶+1 | matcha+1
Ray | 抹茶一、鮮奶二 | matcha+1 milk+2
Ray | 不用了謝謝 | matcha-1 milk-2`,
  ),
  of(
    'computer',
    'tea',
    `陳老師 | 烏龍茶+1 金萱+1 | oolong+1 jinxuan+1
小倩 | 紅茶兩罐 | black+2
阿德 | C+1，謝謝 | black+1
阿德 | 取消 | black-1`,
  ),
]
