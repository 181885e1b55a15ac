import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Confirmarea identității',
  language: 'Limbă',
  testRibbon: 'Mod de test',
  help: 'Ajutor',
  close: 'Închideți',
  helpDocument: 'Așezați documentul întins, fără husă, pe o masă simplă, în lumină uniformă. Nu țineți degetele pe el.',
  helpUpload: 'Dacă nu funcționează camera, alegeți o fotografie de pe acest dispozitiv.',
  helpLater: 'Puteți să vă opriți și să reveniți cu același link cât timp este valabil.',
  voiceOn: 'Citiți indicațiile cu voce tare',
  voiceOff: 'Opriți citirea cu voce tare',
  welcomeTitle: 'Să confirmăm că sunteți dumneavoastră',
  welcomeAgeTitle: 'Să vă verificăm vârsta',
  welcomeAsks: '{name} vă cere să vă confirmați identitatea.',
  welcomeAsksAge: '{name} întreabă dacă aveți cel puțin {age} ani.',
  welcomeDocument: 'Fotografiați actul de identitate',
  welcomeDocuments: 'Pașaport, carte de identitate, permis de conducere sau de ședere',
  welcomeFace: 'Faceți un selfie',
  welcomeDone: 'Gata – vă ducem înapoi',
  welcomeTime: 'Durează cam două minute.',
  welcomePrivacy: 'Ce se întâmplă cu fotografiile dumneavoastră',
  privacyText:
    'Fotografiile sunt citite pe calculatoarele proprii ale serviciului și nu sunt date altcuiva pentru citire. Sunt păstrate criptat și șterse cel târziu la {days} de zile după decizie.',
  privacyAge:
    'Fotografiile sunt citite pe calculatoarele proprii ale serviciului și nu sunt date altcuiva pentru citire. Sunt șterse odată cu răspunsul; se păstrează doar răspunsul.',
  start: 'Începeți',
  withdraw: 'Retrage și șterge',
  withdrawAsk: 'Totul se oprește aici și se șterge tot ce ați trimis. Nu se poate anula.',
  offlineWorking: 'Fără conexiune. Continuăm imediat ce revine.',
  SERVICE_UNAVAILABLE: 'E aglomerat acum. Așteptați puțin, nu vă pierdeți locul.',
}
