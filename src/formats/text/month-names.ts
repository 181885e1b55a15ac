/**
 * Month names, January first, in the languages of documents. Whole words: a printed abbreviation is a prefix of one.
 * Other abbreviations are in ABBREVIATIONS.
 */
export const MONTH_NAMES: readonly (readonly string[])[] = [
  words('January February March April May June July August September October November December'),
  words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  words('Jänner Feber März April Mai Juni Juli August September Oktober November Dezember'),
  words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  words('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'),
  words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
  words('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
  words('januari februari maart april mei juni juli augustus september oktober november december'),
  words('januar februar marts april maj juni juli august september oktober november december'),
  words('januar februar mars april mai juni juli august september oktober november desember'),
  words('januari februari mars april maj juni juli augusti september oktober november december'),
  words('janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember'),
  words('tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu'),
  words('jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember'),
  words('janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris'),
  words('sausis vasaris kovas balandis gegužė birželis liepa rugpjūtis rugsėjis spalis lapkritis gruodis'),
  words('styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień'),
  words('leden únor březen duben květen červen červenec srpen září říjen listopad prosinec'),
  words('január február marec apríl máj jún júl august september október november december'),
  words('január február március április május június július augusztus szeptember október november december'),
  words('januar februar marec april maj junij julij avgust september oktober november december'),
  words('siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan listopad studeni prosinac'),
  words('januar februar mart april maj jun jul avgust septembar oktobar novembar decembar'),
  words('ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie'),
  words('janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor'),
  words('ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık'),
  words('yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'),
  words('Jannar Frar Marzu April Mejju Ġunju Lulju Awwissu Settembru Ottubru Novembru Diċembru'),
  words('Eanáir Feabhra Márta Aibreán Bealtaine Meitheamh Iúil Lúnasa MFómhair DFómhair Samhain Nollaig'),
  words('січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень'),
  words('січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня'),
  words('январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'),
  words('января февраля марта апреля мая июня июля августа сентября октября ноября декабря'),
  words('януари февруари март април май юни юли август септември октомври ноември декември'),
  words('јануар фебруар март април мај јун јул август септембар октобар новембар децембар'),
  words(
    'Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος Οκτώβριος Νοέμβριος Δεκέμβριος',
  ),
  words(
    'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου',
  ),
  words('stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'),
  words('ledna února března dubna května června července srpna září října listopadu prosince'),
  words('siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca'),
  words('gener febrer març abril maig juny juliol agost setembre octubre novembre desembre'),
  words('Januari Pebruari Maret April Mei Juni Juli Agustus September Oktober November Desember'),
  words('Januari Februari Mac April Mei Jun Julai Ogos September Oktober November Disember'),
  words('Enero Pebrero Marso Abril Mayo Hunyo Hulyo Agosto Setyembre Oktubre Nobyembre Disyembre'),
  words('Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba'),
  words('Januarie Februarie Maart April Mei Junie Julie Augustus September Oktober November Desember'),
  words('Janaayo Febraayo Maarso Abriil Maajo Juun Luuliyo Agoosto Sebteembar Oktoobar Nofeembar Diseembar'),
  words('yanvar fevral mart aprel may iyun iyul avgust sentyabr oktyabr noyabr dekabr'),
  words('ýanwar fewral mart aprel maý iýun iýul awgust sentýabr oktýabr noýabr dekabr'),
  words('қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан'),
  words('январ феврал март апрел май июн июл август сентябр октябр ноябр декабр'),
  words('студзень люты сакавік красавік май чэрвень ліпень жнівень верасень кастрычнік лістапад снежань'),
  words('студзеня лютага сакавіка красавіка мая чэрвеня ліпеня жніўня верасня кастрычніка лістапада снежня'),
  words('јануари февруари март април мај јуни јули август септември октомври ноември декември'),
  words('enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre'),
  words('januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra'),
  words('januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra'),
  words('sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio'),
  words('xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro'),
  words('urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua'),
  words('Ionawr Chwefror Mawrth Ebrill Mai Mehefin Gorffennaf Awst Medi Hydref Tachwedd Rhagfyr'),
  words('Januar Februar Mäerz Abrëll Mee Juni Juli August September Oktober November Dezember'),
  words('schaner favrer mars avrigl matg zercladur fanadur avust settember october november december'),
  words('januar februar mars apríl mai juni juli august september oktober november desember'),
  words('Janoary Febroary Martsa Aprily Mey Jona Jolay Aogositra Septambra Oktobra Novambra Desambra'),
  words('Mutarama Gashyantare Werurwe Mata Gicurasi Kamena Nyakanga Kanama Nzeri Ukwakira Ugushyingo Ukuboza'),
  words('Hānuere Pēpuere Māehe Āperira Mei Hune Hūrae Ākuhata Hepetema Oketopa Noema Tīhema'),
  words('يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'),
]

/** Roman numerals, as on Hungarian and Polish documents. */
export const ROMAN_MONTHS: readonly string[] = words('I II III IV V VI VII VIII IX X XI XII')

/**
 * Printed abbreviations that are not a prefix of the name, or of more than one: MAR also begins November in Finnish.
 */
export const ABBREVIATIONS: Readonly<Record<string, number>> = { MAR: 3, MRT: 3, SPT: 9 }

function words(text: string): readonly string[] {
  return text.split(' ')
}

/** Languages in other scripts whose months ICU knows; the Arabic of the Levant has other names than Egypt's. */
const IN_OTHER_SCRIPTS = [
  'th',
  'he',
  'ka',
  'hy',
  'hi',
  'ne',
  'bn',
  'ta',
  'si',
  'lo',
  'km',
  'my',
  'am',
  'fa',
  'ur',
  'ar-SY',
  'pa',
  'te',
  'gu',
]

let others: readonly (readonly string[])[] | undefined

/** Month names in further scripts, January first, long and short, on their own and after a day. */
export function monthsInOtherScripts(): readonly (readonly string[])[] {
  others ??= IN_OTHER_SCRIPTS.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => [
      monthsBy(new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { month, timeZone: 'UTC' })),
      monthsBy(new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { month, day: 'numeric', timeZone: 'UTC' })),
    ]),
  )
  return others
}

function monthsBy(format: Intl.DateTimeFormat): string[] {
  return Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(Date.UTC(2001, month, 15))
    return parts.find(({ type }) => type === 'month')?.value ?? ''
  })
}
