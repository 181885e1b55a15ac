import type { Language } from './labels.ts'

interface NamePool {
  surnames: readonly Name[]
  /** Surnames that change with the holder's sex. */
  surnamesOfWomen?: readonly Name[]
  men: readonly Name[]
  women: readonly Name[]
}

/** A name in Latin letters, and in the document's own script if that is different. */
export interface Name {
  latin: string
  native?: string
}

const plain = (...names: string[]): Name[] => names.map((latin) => ({ latin }))
const both = (...pairs: [latin: string, native: string][]): Name[] =>
  pairs.map(([latin, native]) => ({ latin, native }))

/** Invented names: the surnames mean sample, fable, nowhere or nobody in their language. */
export const names: Record<Language, NamePool> = {
  en: {
    surnames: plain(
      'SPECIMEN',
      'EXEMPLAR',
      'NOBODY',
      'PLACEHOLDER',
      "O'FABLE",
      'MOONBEAM-SAMPLE',
      'NEVERWAS',
      'UTOPIAN',
    ),
    men: plain('ZEPHYR', 'ORLANDO QUILL', 'TESTER', 'FABIAN FICTUS', 'ELEVENTH'),
    women: plain('ANNA SPECIMENA', 'ZINNIA', 'FICTITIA', 'STELLA NOVA', 'QUERIDA'),
  },
  de: {
    surnames: plain(
      'MUSTERMANN',
      'BEISPIEL',
      'MÄRCHENGRÖßE',
      'LÖWENZÄHNCHEN',
      'NIEMALS',
      'VON ÜBERMUT',
      'FABELHAFT-MÜSTER',
    ),
    men: plain('MAX', 'JÜRGEN PROBE', 'FÜRCHTEGOTT', 'TESTFRIED'),
    women: plain('ERIKA', 'MÄRZWINE', 'GÄNSELIESEL', 'PROBINE LOTTE'),
  },
  fr: {
    surnames: plain('EXEMPLE', 'DUFICTIF', 'CHIMÈRE', 'LE MODÈLE', 'DE NULLEPART', 'SPÉCIMEN-ŒUVRE'),
    men: plain('FRANÇOIS FICTIF', 'NOËL', 'ANDRÉ IMAGINÉ', 'THÉOPHRASTE'),
    women: plain('CHLOÉ FICTIVE', 'ANAÏS', 'MARIE-EXEMPLE', 'AGNÈS CHIMÉRINE'),
  },
  cs: {
    surnames: plain('VZOR', 'PŘÍKLAD', 'POHÁDKA', 'VYMYŠLENÝ', 'NESKUTEČNÝ'),
    surnamesOfWomen: plain('VZOROVÁ', 'PŘÍKLADNÁ', 'POHÁDKOVÁ', 'VYMYŠLENÁ', 'NESKUTEČNÁ'),
    men: plain('ŘEHOŘ', 'ČENĚK', 'JIŘÍ', 'ŠTĚPÁN'),
    women: plain('RŮŽENKA', 'ZLATOVLÁSKA', 'LUDMĚNA', 'ŽOFIE'),
  },
  et: {
    surnames: plain('NÄIDIS', 'MUINASJUTT', 'OLEMATU', 'VÄLJAMÕELDUD', 'ŽANRILINE'),
    men: plain('KÕU', 'NÄIDO', 'ÜLO', 'TÕNU'),
    women: plain('JÕEORG', 'NÄIDE', 'ÕNNELA', 'ÜLLE'),
  },
  es: {
    surnames: plain('EJEMPLO MUESTRA', 'DE NINGÚN LUGAR', 'FICTICIO PEÑASCO', 'ESPAÑOLETO FÁBULA', 'MUÑOZ-EJEMPLAR'),
    men: plain('ÍÑIGO', 'FABULADOR', 'ÁNGEL FICTICIO'),
    women: plain('BEGOÑA', 'ESPECIMINA', 'MARÍA EJEMPLAR'),
  },
  uk: {
    surnames: both(
      ['ZRAZOK', 'ЗРАЗОК'],
      ['VYHADKA', 'ВИГАДКА'],
      ['KAZKARENKO', 'КАЗКАРЕНКО'],
      ['NEBUVALYI', 'НЕБУВАЛИЙ'],
      ['YIZHACHENKO', 'ЇЖАЧЕНКО'],
    ),
    surnamesOfWomen: both(
      ['ZRAZOK', 'ЗРАЗОК'],
      ['VYHADKA', 'ВИГАДКА'],
      ['KAZKARENKO', 'КАЗКАРЕНКО'],
      ['NEBUVALA', 'НЕБУВАЛА'],
      ['YIZHACHENKO', 'ЇЖАЧЕНКО'],
    ),
    men: both(['KOTYHOROSHKO', 'КОТИГОРОШКО'], ['IVASYK', 'ІВАСИК'], ['YURII', 'ЮРІЙ']),
    women: both(['MAVKA', 'МАВКА'], ['YAHIDKA', 'ЯГІДКА'], ['ZRAZKIIA', 'ЗРАЗКІЯ']),
  },
  el: {
    surnames: both(['DEIGMATIDIS', 'ΔΕΙΓΜΑΤΙΔΗΣ'], ['PARADEIGMAS', 'ΠΑΡΑΔΕΙΓΜΑΣ'], ['OUTOPIOS', 'ΟΥΤΟΠΙΟΣ']),
    surnamesOfWomen: both(['DEIGMATIDOU', 'ΔΕΙΓΜΑΤΙΔΟΥ'], ['PARADEIGMA', 'ΠΑΡΑΔΕΙΓΜΑ'], ['OUTOPIOU', 'ΟΥΤΟΠΙΟΥ']),
    men: both(['ODYSSEAS', 'ΟΔΥΣΣΕΑΣ'], ['IKAROS', 'ΙΚΑΡΟΣ'], ['AISOPOS', 'ΑΙΣΩΠΟΣ']),
    women: both(['KALYPSO', 'ΚΑΛΥΨΩ'], ['PINELOPI', 'ΠΗΝΕΛΟΠΗ'], ['FANTASIA', 'ΦΑΝΤΑΣΙΑ']),
  },
  ar: {
    surnames: both(['MITHAL', 'مثال'], ['AL KHAYALI', 'الخيالي'], ['NAMUDHAJ', 'نموذج'], ['BIN USTURA', 'بن أسطورة']),
    men: both(['SINDIBAD', 'سندباد'], ['JUHA', 'جحا'], ['QAMAR AL ZAMAN', 'قمر الزمان']),
    women: both(['SHAHRAZAD', 'شهرزاد'], ['DUNYAZAD', 'دنيازاد'], ['BADR AL BUDUR', 'بدر البدور']),
  },
  sk: {
    surnames: plain('VZOROVÝ', 'PRÍKLADNÝ', 'ROZPRÁVKA', 'VYMYSLENÝ'),
    surnamesOfWomen: plain('VZOROVÁ', 'PRÍKLADNÁ', 'ROZPRÁVKOVÁ', 'VYMYSLENÁ'),
    men: plain('LOMIDREVO', 'ŠKRIATOK', 'DŽAVOT'),
    women: plain('POPOLUŠKA', 'ĽÚBEZNÁ', 'ŽĽABINA'),
  },
  hu: {
    surnames: plain('MINTA', 'PÉLDA', 'MESEHŐS', 'SENKIFÖLDI', 'KITALÁLT'),
    men: plain('TÜNDÉRŐ', 'MÓKUS', 'GYŐZŐKE'),
    women: plain('MESEVIRÁG', 'TÜNDE MINTA', 'ŐSZIKE'),
  },
  ro: {
    surnames: plain('EXEMPLU', 'POVEȘTESCU', 'NIMENI', 'ÎNCHIPUIȚEANU'),
    men: plain('FĂT FRUMOS', 'PĂCALĂ', 'ȚĂNDĂRICĂ'),
    women: plain('ILEANA COSÂNZEANA', 'ȘTIMA', 'FICȚIA'),
  },
  sv: {
    surnames: plain('EXEMPELSSON', 'SAGOÄNG', 'INGENSTANS', 'PÅHITT', 'MÖNSTERÅS-PROV'),
    men: plain('PÅLLE', 'SAGOÅKE', 'BJÖRNTASS'),
    women: plain('SAGOÄLVA', 'GULLÖGA', 'ÄNGSBLOM'),
  },
  pl: {
    surnames: plain('WZÓR', 'PRZYKŁADNY', 'ZMYŚLONY', 'BAŚNIOWY'),
    surnamesOfWomen: plain('WZÓR', 'PRZYKŁADNA', 'ZMYŚLONA', 'BAŚNIOWA'),
    men: plain('ŚWIERSZCZYK', 'ŁOKIETEK', 'KOZIOŁEK'),
    women: plain('ŻABCIA', 'CALINECZKA', 'ŚNIEŻKA'),
  },
}
