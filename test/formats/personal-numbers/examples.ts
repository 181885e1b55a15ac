/**
 * Numbers that issuers or standards publish as examples, or that were reckoned by hand from the published rule, with what
 * they say. None belongs to anybody alive that we know of.
 */
export const EXAMPLES: readonly Example[] = [
  { country: 'CZE', number: '710319/2745', births: ['1971-03-19'], sex: 'M' },
  // 780123354 leaves ten when divided by eleven.
  { country: 'CZE', number: '780123/3540', births: ['1978-01-23'], sex: 'M' },
  { country: 'SVK', number: '715319/2740', births: ['1971-03-19'], sex: 'F' },
  // Since 2004 the month may be raised by 20 or 70; 43103000 leaves 6 when divided by eleven.
  { country: 'CZE', number: '043103/0006', births: ['2004-11-03'], sex: 'M' },
  { country: 'CZE', number: '110101111', births: ['1911-01-01'], sex: 'M' },
  { country: 'POL', number: '44051401359', births: ['1944-05-14'], sex: 'M' },
  { country: 'POL', number: '02211307589', births: ['2002-01-13'], sex: 'F' },
  // 1·1 + 8·2 + 1·5 + 1·7 + 1·10 = 39, which leaves 6.
  { country: 'HUN', number: '1-800101-0016', births: ['1980-01-01'], sex: 'M' },
  // 4·10 + 5·8 + 3·6 + 1·5 + 5·4 + 1·1 = 124, which leaves 3.
  { country: 'HUN', number: '4-050315-0013', births: ['2005-03-15'], sex: 'F' },
  { country: 'CHE', number: '756.9217.0769.85' },
  { country: 'ROU', number: '1630615123457', births: ['1963-06-15'], sex: 'M' },
  { country: 'BGR', number: '6101057509', births: ['1961-01-05'], sex: 'M' },
  { country: 'BGR', number: '8032056031', births: ['1880-12-05'], sex: 'F' },
  { country: 'HRV', number: '33392005961' },
  { country: 'SVN', number: '0101006500006', births: ['2006-01-01'], sex: 'M' },
  { country: 'EST', number: '37605030299', births: ['1976-05-03'], sex: 'M' },
  { country: 'EST', number: '47101010033', births: ['1971-01-01'], sex: 'F' },
  { country: 'LTU', number: '33309240064', births: ['1933-09-24'], sex: 'M' },
  { country: 'LVA', number: '161175-19997', births: ['1975-11-16'] },
  { country: 'LVA', number: '323456-78901', check: 'none' },
  { country: 'FIN', number: '131052-308T', births: ['1952-10-13'], sex: 'F' },
  { country: 'FIN', number: '010594Y9032', births: ['1994-05-01'], sex: 'M' },
  // As the MRZ writes it, without the hyphen.
  { country: 'FIN', number: '131052 308T', births: ['1952-10-13', '2052-10-13'], sex: 'F' },
  { country: 'SWE', number: '640823-3234', births: ['1964-08-23', '2064-08-23'], sex: 'M' },
  { country: 'SWE', number: '19640823-3234', births: ['1964-08-23'], sex: 'M' },
  { country: 'SWE', number: '701063-2391', births: ['1970-10-03', '2070-10-03'], sex: 'M' },
  { country: 'NOR', number: '151086 95088', births: ['1986-10-15'], sex: 'F' },
  { country: 'DNK', number: '070761-4285', births: ['1961-07-07'], sex: 'M' },
  { country: 'DNK', number: '070761-4286', births: ['1961-07-07'], sex: 'F', check: 'not binding' },
  { country: 'ISL', number: '120160-3389', births: ['1960-01-12'] },
  { country: 'BEL', number: '85.07.30-033.28', births: ['1985-07-30'], sex: 'M' },
  { country: 'BEL', number: '17.07.30-033.84', births: ['2017-07-30'], sex: 'M' },
  { country: 'NLD', number: '111222333' },
  { country: 'FRA', number: '2 55 08 14 168 025 38', births: ['1955-08', '2055-08'], sex: 'F' },
  { country: 'FRA', number: '253072B07300470', births: ['1953-07', '2053-07'], sex: 'F' },
  { country: 'GBR', number: 'MORGA657054SM9IJ', births: ['1964-07-05', '2064-07-05'], sex: 'F', check: 'none' },
  { country: 'ESP', number: '99999999R' },
  { country: 'ESP', number: 'X-2482300-W' },
  { country: 'PRT', number: '123456789' },
  { country: 'PRT', number: '00000000 0 ZZ4' },
  { country: 'ITA', number: 'RSSMRA85T10A562S', births: ['1985-12-10', '2085-12-10'], sex: 'M' },
  { country: 'ITA', number: 'CNTCHR83T41D969D', births: ['1983-12-01', '2083-12-01'], sex: 'F' },
  // Omocodia: the last digit of the place, 2, is written N.
  { country: 'ITA', number: 'RSSMRA85T10A56NH', births: ['1985-12-10', '2085-12-10'], sex: 'M' },
  { country: 'GRC', number: '01013099997', births: ['1930-01-01', '2030-01-01'], sex: 'M' },
  { country: 'TUR', number: '10000000146' },
  { country: 'UKR', number: '1759013776', births: ['1948-02-28'], sex: 'M' },
  { country: 'UKR', number: '19910824-00026', births: ['1991-08-24'] },
  { country: 'ALB', number: 'J05115999K', births: ['1990-01-15'], sex: 'F', check: 'none' },
  // 8·1 + 1·4 + 1·6 + 3·7 + 1·11 = 50, which leaves 6.
  { country: 'KAZ', number: '800101300016', births: ['1980-01-01'], sex: 'M' },
  { country: 'CHN', number: '11010519491231002X', births: ['1949-12-31'], sex: 'F' },
  { country: 'CHN', number: '440524188001010014', births: ['1880-01-01'], sex: 'M' },
  { country: 'ISR', number: '039337423' },
  // 3·5 + 1·3 + 2·2 + 3·7 + 4·6 + 5·5 + 6·4 + 7·3 + 8·2 = 153, which leaves 10.
  { country: 'JPN', number: '301234567810' },
  // 9·2 + 1·5 + 1·7 + 1·8 + 2·9 + 3·2 + 4·3 + 5·4 + 6·5 = 124, which leaves 3.
  { country: 'KOR', number: '900101-1234568', births: ['1990-01-01'], sex: 'M' },
  { country: 'TWN', number: 'A123456789', sex: 'M' },
  { country: 'CHL', number: '12.345.678-5' },
  { country: 'BRA', number: '11144477735' },
  { country: 'URY', number: '1.234.567-2' },
  { country: 'IND', number: '234123412346' },
  { country: 'IDN', number: '7105100607610439', births: ['1961-07-06', '2061-07-06'], sex: 'M', check: 'none' },
  { country: 'IDN', number: '3171014203900001', births: ['1990-03-02', '2090-03-02'], sex: 'F', check: 'none' },
  { country: 'MYS', number: '890724-01-2498', births: ['1989-07-24', '2089-07-24'], sex: 'F', check: 'none' },
  { country: 'MYS', number: '921005-91-1487', births: ['1992-10-05', '2092-10-05'], sex: 'M', check: 'none' },
  { country: 'THA', number: '1101700203450' },
  { country: 'VNM', number: '020093001656', sex: 'M', check: 'none' },
  { country: 'PAK', number: '57469-0532456-7', sex: 'M', check: 'none' },
  { country: 'LKA', number: '923404716V', births: ['1992-12-05'], sex: 'M', check: 'none' },
  { country: 'LKA', number: '200159302029', births: ['2001-04-02', '2001-04-03'], sex: 'F', check: 'none' },
  { country: 'SGP', number: 'S8076606H' },
  { country: 'SGP', number: 'G4549883U' },
  { country: 'HKG', number: 'A123456(3)' },
  { country: 'JPN', number: '765895492872' },
  { country: 'IRN', number: '472-171992-2' },
  { country: 'IRN', number: '0939092001' },
  { country: 'SAU', number: '1000000008' },
  { country: 'ARE', number: '784-1952-0464048-6' },
  { country: 'KWT', number: '291030104196', births: ['1991-03-01'] },
  { country: 'KWT', number: '279040907388', births: ['1979-04-09'] },
  { country: 'BHR', number: '051108109', births: ['1905-11', '2005-11'], check: 'none' },
  { country: 'UZB', number: '31204901234562', births: ['1990-04-12'], sex: 'M' },
  { country: 'KGZ', number: '11204199012345', check: 'none' },
  { country: 'BLR', number: '0000000A000PB2' },
  { country: 'ARM', number: '2506901238', births: ['1990-06-15', '2090-06-15'], sex: 'M', check: 'none' },
  { country: 'ARM', number: '6025051234', births: ['2005-05-10'], sex: 'F', check: 'none' },
  { country: 'EGY', number: '29001010100015', births: ['1990-01-01'], sex: 'M', check: 'none' },
  { country: 'ZAF', number: '7605300675088', births: ['1976-05-30', '2076-05-30'], sex: 'F' },
  { country: 'TZA', number: '19900412-12345-00001-23', births: ['1990-04-12'], check: 'none' },
  { country: 'UGA', number: 'CM90012345678X', sex: 'M', check: 'none' },
  { country: 'RWA', number: '1 1990 8 0123456 0 12', sex: 'M', check: 'none' },
  { country: 'BWA', number: '123412345', check: 'none' },
  { country: 'NAM', number: '90041200123', births: ['1990-04-12', '2090-04-12'], check: 'none' },
  { country: 'MEX', number: 'BOXW310820HNERXN09', births: ['1931-08-20'], sex: 'M' },
  { country: 'MEX', number: 'XEXX010101HNEXXXA4', births: ['2001-01-01'], sex: 'M' },
  { country: 'ECU', number: '1710345065' },
  { country: 'DOM', number: '00113918205' },
  { country: 'GTM', number: '1234567890101' },
  { country: 'SLV', number: '000162975', check: 'none' },
  { country: 'NIC', number: '0011207920003S', births: ['1992-07-12', '2092-07-12'] },
  { country: 'CUB', number: '91021027775', births: ['1991-02-10'], sex: 'F', check: 'none' },
  { country: 'CUB', number: '72062506561', births: ['1972-06-25'], sex: 'M', check: 'none' },
]

export interface Example {
  country: string
  number: string
  births?: string[]
  sex?: 'M' | 'F'
  /** Valid, when it is not said. */
  check?: 'not binding' | 'none'
}
