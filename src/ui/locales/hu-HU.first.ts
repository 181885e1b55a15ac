import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Személyazonosság megerősítése',
  language: 'Nyelv',
  testRibbon: 'Tesztüzem',
  help: 'Súgó',
  close: 'Bezárás',
  helpDocument: 'Fektesse az okmányt tok nélkül egyszínű asztalra, egyenletes fénybe. Ne tartsa rajta az ujját.',
  helpUpload: 'Ha a kamera nem működik, válasszon képet erről az eszközről.',
  helpLater: 'Bármikor megállhat, és ugyanazzal a hivatkozással visszatérhet, amíg az érvényes.',
  voiceOn: 'Útmutatás felolvasása',
  voiceOff: 'Felolvasás leállítása',
  welcomeTitle: 'Erősítsük meg, hogy Ön az',
  welcomeAgeTitle: 'Ellenőrizzük az életkorát',
  welcomeAsks: '{name} arra kéri, hogy erősítse meg a személyazonosságát.',
  welcomeAsksAge: '{name} azt kérdezi, hogy Ön elmúlt-e {age} éves.',
  welcomeDocument: 'Fényképezze le az okmányát',
  welcomeDocuments: 'Útlevél, személyi igazolvány, jogosítvány vagy tartózkodási engedély',
  welcomeFace: 'Készítsen szelfit',
  welcomeDone: 'Kész – visszavezetjük',
  welcomeTime: 'Körülbelül két percig tart.',
  welcomePrivacy: 'Mi történik a képeivel',
  privacyText:
    'A képeit a szolgáltatás saját számítógépei olvassák, és ehhez senki másnak nem adják tovább. Titkosítva tárolódnak, és legkésőbb {days} nappal a döntés után törlődnek.',
  privacyAge:
    'A képeit a szolgáltatás saját számítógépei olvassák, és ehhez senki másnak nem adják tovább. A válasszal együtt törlődnek; csak a válasz marad meg.',
  start: 'Kezdés',
  withdraw: 'Visszavonás és törlés',
  withdrawAsk: 'Ezzel vége, és minden törlődik, amit elküldött. Nem vonható vissza.',
  offlineWorking: 'Nincs kapcsolat. Amint visszajön, folytatjuk.',
  SERVICE_UNAVAILABLE: 'Most sokan vannak. Várjon egy kicsit, nem veszíti el a helyét.',
}
