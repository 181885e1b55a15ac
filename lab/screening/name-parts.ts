/**
 * Parts from which names are drawn. They follow the structure of names in several languages, but are nobody's names:
 * syllables are combined at random, and only frequent given names are real words.
 */
export interface NameCulture {
  name: string
  countries: readonly string[]
  /** Possible scripts of a list's alias. */
  script: 'latin' | 'cyrillic' | 'greek' | 'arabic' | 'georgian' | 'han'
  given: { M: readonly string[]; F: readonly string[] }
  /** Syllables of a family name: beginnings, middles, ends. */
  family: readonly [readonly string[], readonly string[], readonly string[]]
  /** How a full name is composed. */
  order: 'given-family' | 'family-given' | 'given-patronymic-family' | 'given-father-family' | 'given-two-families'
}

const words = (text: string): string[] => text.split(' ')

export const CULTURES: readonly NameCulture[] = [
  {
    name: 'germanic',
    countries: ['DEU', 'AUT', 'CHE'],
    script: 'latin',
    given: {
      M: words(
        'Jürgen Lukas Matthias Stefan Jörg Karl Friedrich Björn Rüdiger Heinz Otto Emil Paul Anton Gregor Tobias',
      ),
      F: words('Käthe Anneliese Brunhilde Ursula Jana Gerda Lieselotte Sabine Heike Frieda Marlene Ulrike Elke Dörte'),
    },
    family: [
      words(
        'Brau Stein Wald Grün Rosen Löwen Küh Hoch Schön Grau Burg Feld Mühl König Sand Birk Holz Winter Schwarz Lind',
      ),
      words('en er el in ing ens al o'),
      words('bach berg mann hauer huber stätter wald dorf meier hofer ling rath mühle thal kamp brink'),
    ],
    order: 'given-family',
  },
  {
    name: 'slavic',
    countries: ['RUS', 'BLR', 'KAZ'],
    script: 'cyrillic',
    given: {
      M: words(
        'Aleksei Dmitrii Sergei Yuri Mikhail Vladimir Evgeni Nikolai Pavel Fyodor Grigori Anatoli Boris Konstantin',
      ),
      F: words('Ekaterina Yulia Tatiana Olga Natalia Irina Svetlana Lyudmila Galina Zhanna Alyona Kseniya Marina'),
    },
    family: [
      words('Kuz Vol Gor Shch Zhur Med Kras Bel Chern Yash Tsar Pod Ryab Zhel Khar Bogd Sob Kol Grom Tikh'),
      words('an en ov ol er uk on ash el ich'),
      words('ov enko sky in ev chuk yuk ich yan'),
    ],
    order: 'given-patronymic-family',
  },
  {
    name: 'ukrainian',
    countries: ['UKR'],
    script: 'cyrillic',
    given: {
      M: words('Oleksandr Andrii Bohdan Taras Serhii Mykhailo Volodymyr Ihor Yurii Vasyl Petro Ostap Yevhen'),
      F: words('Oksana Iryna Nataliia Halyna Solomiia Yuliia Kateryna Lesia Oleksandra Zoriana Daryna'),
    },
    family: [
      words('Hav Kov Shev Bond Lys Pryt Zaj Hryts Kyr Mak Sklad Tym Vasyl Yarem Chop Dov Horb'),
      words('al ch ar an yk ol en'),
      words('enko chuk yshyn uk skyi iuk ko'),
    ],
    order: 'given-family',
  },
  {
    name: 'arabic',
    countries: ['SYR', 'IRQ', 'EGY', 'YEM', 'LBY', 'JOR'],
    script: 'arabic',
    given: {
      M: words(
        'Muhammad Ahmad Ali Husayn Khalid Yusuf Ibrahim Abdullah Umar Mustafa Jamal Nasir Faysal Tariq Qasim Walid',
      ),
      F: words('Fatima Aisha Zaynab Maryam Khadija Nadia Layla Samira Huda Amina Rania Salma Yasmin'),
    },
    family: [
      words('Al-Kha Al-Na Al-Sa Al-Ba Al-Za Al-Ma Al-Ja Al-Qa Abu Al-Hu Al-Ra Al-Ta'),
      words('lid sir lim sha mar hir dar bir zim wad man'),
      words('i ani awi an uni ari'),
    ],
    order: 'given-father-family',
  },
  {
    name: 'persian',
    countries: ['IRN', 'AFG'],
    script: 'arabic',
    given: {
      M: words('Mohammad Reza Hossein Mehdi Amir Saeed Behrouz Farhad Kamran Javad Hamid Dariush'),
      F: words('Shirin Parisa Nasrin Maryam Leila Azadeh Mahnaz Roya Soraya Zahra Farah'),
    },
    family: [
      words('Ahmad Rost Far Khosr Jaf Sohr Mor Bah Shah Gol Naz Teh Esf'),
      words('am ar ow ab an'),
      words('i zadeh pour ian nejad khani'),
    ],
    order: 'given-family',
  },
  {
    name: 'hispanic',
    countries: ['ESP', 'MEX', 'COL', 'VEN'],
    script: 'latin',
    given: {
      M: words('José Juan Carlos Luis Javier Andrés Ángel Rafael Hernán Joaquín Iñaki Ramón Óscar'),
      F: words('María Lucía Carmen Sofía Inés Belén Dolores Rocío Begoña Ximena Paloma Pilar'),
    },
    family: [
      words('Gar Mar Her Ban Zam Esc Vill Cast Qui Or Alv Mend Sal Peñ Mont Tor Cald Rib'),
      words('an er ob al in et'),
      words('ez eda illo ares ero ada ino ales'),
    ],
    order: 'given-two-families',
  },
  {
    name: 'chinese',
    countries: ['CHN', 'TWN', 'SGP'],
    script: 'han',
    given: {
      M: words(
        'Wei Jun Ming Hao Qiang Lei Tao Feng Jian Xin Bo Cheng Long Zhi Peng Bin Chao Dong Gang Hai Kai Ning Ping Rui Shan Song Wen Xiang Yi Yong',
      ),
      F: words(
        'Mei Li Fang Xiu Yan Hong Ling Juan Xia Qing Ying Hua Lan Yun Ai Chun Dan Fen Jing Jie Min Na Rong Shu Ting Xue Yu Zhen',
      ),
    },
    family: [
      words(
        'Wang Li Zhang Liu Chen Yang Zhao Huang Zhou Wu Xu Sun Hu Zhu Gao Lin He Guo Ma Luo Liang Song Zheng Xie Han Tang Feng Deng Cao Peng Zeng Xiao Tian Dong Pan Yuan Cai Jiang Yu Du Ye Wei Su Lu Ding Ren Shen Yao',
      ),
      [''],
      [''],
    ],
    order: 'family-given',
  },
  {
    name: 'georgian',
    countries: ['GEO'],
    script: 'georgian',
    given: {
      M: words('Giorgi Davit Levan Irakli Zurab Nikoloz Vakhtang Tengiz Gocha Lasha'),
      F: words('Nino Tamar Ketevan Mariam Natia Eka Salome Lali Khatuna'),
    },
    family: [
      words('Gel Chkh Ts Kv Dzh Bar Mach Sul Tor Kik Zur Ghv'),
      words('a o av ar en ul'),
      words('shvili dze iani adze ia ava'),
    ],
    order: 'given-family',
  },
  {
    name: 'greek',
    countries: ['GRC', 'CYP'],
    script: 'greek',
    given: {
      M: words('Georgios Ioannis Nikolaos Konstantinos Dimitrios Christos Panagiotis Vasileios Stavros'),
      F: words('Maria Eleni Aikaterini Vasiliki Sofia Georgia Anastasia Chrysoula'),
    },
    family: [
      words('Pap Karag Stav Mav Theod Chatz Kal Lamp Vlach Diam'),
      words('ad ian or ak oul et'),
      words('akis opoulos idis ou oglou as elis'),
    ],
    order: 'given-family',
  },
  {
    name: 'turkic',
    countries: ['TUR', 'AZE', 'UZB'],
    script: 'latin',
    given: {
      M: words('Mehmet Mustafa Ahmet Ömer İsmail Yücel Şükrü Çağlar Rüstəm Elşən Orhan Kemal'),
      F: words('Ayşe Fatma Gülşen Zeynep Şirin Çiğdem Leyla Nigâr Aygün Esra'),
    },
    family: [
      words('Yıl Kaya Öz Şah Çel Dem Ak Kara Gün Büy Tur Yağ'),
      words('dı al en gö ı ır'),
      words('rım oğlu kan türk ov li er çı soy'),
    ],
    order: 'given-family',
  },
  {
    name: 'anglo',
    countries: ['GBR', 'USA', 'ZAF', 'NGA'],
    script: 'latin',
    given: {
      M: words('James Robert William Thomas Edward Geoffrey Stephen Philip Nathaniel Desmond Christopher'),
      F: words('Catherine Elizabeth Margaret Philippa Rebecca Gwendolyn Stephanie Abigail Theodora'),
    },
    family: [
      words("Hart Ash Wood Black Mc Mac O' Fair Thorn Win West Bright Stone Whit Oak Brad"),
      words('er en ley ing ar o'),
      words('ton field worth man sby brook well ford shaw gate more'),
    ],
    order: 'given-family',
  },
]
