import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Identitātes apstiprināšana',
  language: 'Valoda',
  testRibbon: 'Testa režīms',
  help: 'Palīdzība',
  close: 'Aizvērt',
  helpDocument:
    'Novietojiet dokumentu bez vāka līdzeni uz vienkrāsaina galda, vienmērīgā gaismā. Neaizsedziet to ar pirkstiem.',
  helpUpload: 'Ja kamera nedarbojas, izvēlieties attēlu no šīs ierīces.',
  helpLater: 'Varat pārtraukt un atgriezties ar to pašu saiti, kamēr tā ir derīga.',
  voiceOn: 'Lasīt norādes skaļi',
  voiceOff: 'Beigt lasīt skaļi',
  welcomeTitle: 'Apstipriniet, ka tas esat jūs',
  welcomeAgeTitle: 'Pārbaudīsim jūsu vecumu',
  welcomeAsks: '{name} lūdz jūs apstiprināt savu identitāti.',
  welcomeAsksAge: '{name} jautā, vai jums ir vismaz {age} gadi.',
  welcomeDocument: 'Nofotografējiet personas dokumentu',
  welcomeDocuments: 'Pase, personas apliecība, vadītāja apliecība vai uzturēšanās atļauja',
  welcomeFace: 'Uzņemiet pašfoto',
  welcomeDone: 'Gatavs – mēs jūs aizvedīsim atpakaļ',
  welcomeTime: 'Tas aizņem aptuveni divas minūtes.',
  welcomePrivacy: 'Kas notiek ar jūsu attēliem',
  privacyText:
    'Jūsu attēlus nolasa paša pakalpojuma datoros, un nevienam citam tos nolasīšanai nenodod. Tie tiek glabāti šifrēti un dzēsti ne vēlāk kā {days} dienas pēc lēmuma.',
  privacyAge:
    'Jūsu attēlus nolasa paša pakalpojuma datoros, un nevienam citam tos nolasīšanai nenodod. Tos dzēš līdz ar atbildi; saglabā tikai atbildi.',
  start: 'Sākt',
  withdraw: 'Atsaukt un dzēst',
  withdrawAsk: 'Līdz ar to viss beidzas, un viss nosūtītais tiek izdzēsts. To nevar atsaukt.',
  offlineWorking: 'Nav savienojuma. Turpināsim, tiklīdz tas atjaunosies.',
  SERVICE_UNAVAILABLE: 'Pašlaik ir liela noslodze. Brīdi pagaidiet, savu vietu jūs nezaudēsiet.',
}
