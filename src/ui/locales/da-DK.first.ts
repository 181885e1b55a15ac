import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Bekræft din identitet',
  language: 'Sprog',
  testRibbon: 'Testtilstand',
  help: 'Hjælp',
  close: 'Luk',
  helpDocument: 'Læg dokumentet fladt på et ensfarvet bord i jævnt lys og uden etui. Hold fingrene væk fra det.',
  helpUpload: 'Hvis kameraet ikke virker, så vælg et billede fra denne enhed.',
  helpLater: 'Du kan stoppe og komme tilbage med samme link, så længe det er gyldigt.',
  voiceOn: 'Læs vejledningen højt',
  voiceOff: 'Stop oplæsningen',
  welcomeTitle: 'Lad os bekræfte, at det er dig',
  welcomeAgeTitle: 'Lad os tjekke din alder',
  welcomeAsks: '{name} beder dig bekræfte din identitet.',
  welcomeAsksAge: '{name} spørger, om du er mindst {age} år.',
  welcomeDocument: 'Tag et billede af dit identitetsdokument',
  welcomeDocuments: 'Pas, id-kort, kørekort eller opholdskort',
  welcomeFace: 'Tag en selfie',
  welcomeDone: 'Færdig – vi sender dig tilbage',
  welcomeTime: 'Det tager omkring to minutter.',
  welcomePrivacy: 'Hvad der sker med dine billeder',
  privacyText:
    'Dine billeder læses på tjenestens egne computere og gives ikke videre til andre for at blive læst. De gemmes krypteret og slettes senest {days} dage efter afgørelsen.',
  privacyAge:
    'Dine billeder læses på tjenestens egne computere og gives ikke videre til andre for at blive læst. De slettes med svaret; kun svaret gemmes.',
  start: 'Start',
  withdraw: 'Træk tilbage og slet',
  withdrawAsk: 'Så slutter det her, og alt, du har sendt, slettes. Det kan ikke fortrydes.',
  offlineWorking: 'Ingen forbindelse. Vi fortsætter, så snart den er tilbage.',
  SERVICE_UNAVAILABLE: 'Der er travlt lige nu. Vent lidt, du mister ikke din plads.',
}
