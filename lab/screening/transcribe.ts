import type { NameCulture } from './name-parts.ts'

type Table = readonly (readonly [latin: string, letter: string])[]

const pairs = (text: string): Table =>
  text.split(' ').map((pair) => pair.split('=') as [string, string]) as unknown as Table

const CYRILLIC = pairs(
  'shch=щ zh=ж kh=х ts=ц ch=ч sh=ш yu=ю ya=я yo=ё ye=е a=а b=б c=к d=д e=е f=ф g=г h=х i=и j=ж k=к l=л m=м n=н o=о p=п q=к r=р s=с t=т u=у v=в w=в x=кс y=й z=з',
)
const GREEK = pairs(
  'th=θ ch=χ ps=ψ ks=ξ ou=ου a=α b=μπ c=κ d=δ e=ε f=φ g=γ h=χ i=ι j=τζ k=κ l=λ m=μ n=ν o=ο p=π q=κ r=ρ s=σ t=τ u=υ v=β w=β x=ξ y=υ z=ζ',
)
const GEORGIAN = pairs(
  'shv=შვ sh=შ zh=ჟ kh=ხ ts=ც dz=ძ ch=ჩ gh=ღ j=ჯ a=ა b=ბ c=კ d=დ e=ე f=ფ g=გ h=ჰ i=ი k=კ l=ლ m=მ n=ნ o=ო p=პ q=ქ r=რ s=ს t=თ u=უ v=ვ w=ვ x=ხ y=ი z=ზ',
)
/** Short vowels are not written. */
const ARABIC = pairs(
  'al-=ال sh=ش kh=خ th=ث dh=ذ gh=غ aa=ا ee=ي oo=و a= b=ب c=ك d=د e= f=ف g=ج h=ه i= j=ج k=ك l=ل m=م n=ن o=و p=ب q=ق r=ر s=س t=ت u= v=ف w=و x=كس y=ي z=ز',
)
const HAN: Readonly<Record<string, string>> = Object.fromEntries(
  'bin=斌 chao=超 dong=东 gang=刚 hai=海 kai=凯 ning=宁 ping=平 rui=瑞 shan=山 song=松 wen=文 xiang=祥 yi=毅 yong=勇 ai=爱 chun=春 dan=丹 fen=芬 jing=静 jie=洁 min=敏 na=娜 rong=蓉 shu=淑 ting=婷 xue=雪 yu=玉 zhen=珍 liang=梁 zheng=郑 xie=谢 han=韩 tang=唐 deng=邓 cao=曹 zeng=曾 xiao=萧 tian=田 pan=潘 yuan=袁 cai=蔡 jiang=蒋 du=杜 ye=叶 su=苏 lu=卢 ding=丁 ren=任 shen=沈 yao=姚 wang=王 li=李 zhang=张 liu=刘 chen=陈 yang=杨 zhao=赵 huang=黄 zhou=周 wu=吴 xu=徐 sun=孙 hu=胡 zhu=朱 gao=高 lin=林 he=何 guo=郭 ma=马 luo=罗 wei=伟 jun=军 ming=明 hao=浩 qiang=强 lei=磊 tao=涛 feng=峰 jian=建 xin=新 bo=波 cheng=成 long=龙 zhi=志 peng=鹏 mei=美 fang=芳 xiu=秀 yan=艳 hong=红 ling=玲 juan=娟 xia=霞 qing=青 ying=英 hua=华 lan=兰 yun=云'
    .split(' ')
    .map((pair) => pair.split('=')),
)

const TABLES = { cyrillic: CYRILLIC, greek: GREEK, georgian: GEORGIAN, arabic: ARABIC } as const

/** A drawn name in the script of its culture; undefined if that is Latin, or if a part has no character. */
export function inOwnScript(name: string, { script }: NameCulture): string | undefined {
  if (script === 'latin') return undefined
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (script === 'han') {
    const characters = plain.split(/\s+/).flatMap((word) => syllables(word))
    return characters.every(Boolean) ? characters.join('') : undefined
  }
  const words = plain.split(' ').map((word) => spell(word, TABLES[script]))
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

function spell(word: string, table: Table): string {
  let rest = word
  let text = ''
  while (rest) {
    const [latin, letter] = table.find(([beginning]) => rest.startsWith(beginning)) ?? [rest.charAt(0), '']
    text += letter
    rest = rest.slice(latin.length)
  }
  return text
}

/** A given name of two syllables is written as one word. */
function syllables(word: string): (string | undefined)[] {
  if (HAN[word]) return [HAN[word]]
  for (let cut = 1; cut < word.length; cut++) {
    const [first, second] = [HAN[word.slice(0, cut)], HAN[word.slice(cut)]]
    if (first && second) return [first, second]
  }
  return [undefined]
}
