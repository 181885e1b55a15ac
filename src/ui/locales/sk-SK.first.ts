import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Potvrdenie totožnosti',
  language: 'Jazyk',
  testRibbon: 'Testovací režim',
  help: 'Pomoc',
  close: 'Zavrieť',
  helpDocument: 'Položte doklad bez obalu na jednofarebný stôl, v rovnomernom svetle. Nezakrývajte ho prstami.',
  helpUpload: 'Ak fotoaparát nefunguje, vyberte obrázok z tohto zariadenia.',
  helpLater: 'Môžete prestať a vrátiť sa tým istým odkazom, kým platí.',
  voiceOn: 'Čítať pokyny nahlas',
  voiceOff: 'Prestať čítať nahlas',
  welcomeTitle: 'Potvrďte, že ste to vy',
  welcomeAgeTitle: 'Overme váš vek',
  welcomeAsks: '{name} vás žiada o potvrdenie totožnosti.',
  welcomeAsksAge: '{name} sa pýta, či máte aspoň {age} rokov.',
  welcomeDocument: 'Odfoťte svoj doklad',
  welcomeDocuments: 'Pas, občiansky preukaz, vodičský preukaz alebo povolenie na pobyt',
  welcomeFace: 'Urobte si selfie',
  welcomeDone: 'Hotovo – vrátime vás späť',
  welcomeTime: 'Trvá to asi dve minúty.',
  welcomePrivacy: 'Čo sa stane s vašimi snímkami',
  privacyText:
    'Vaše snímky sa čítajú na vlastných počítačoch služby a nikomu inému sa na to neodovzdávajú. Ukladajú sa šifrované a vymažú sa najneskôr {days} dní po rozhodnutí.',
  privacyAge:
    'Vaše snímky sa čítajú na vlastných počítačoch služby a nikomu inému sa na to neodovzdávajú. S odpoveďou sa vymažú; uchová sa len odpoveď.',
  start: 'Začať',
  withdraw: 'Odvolať a vymazať',
  withdrawAsk: 'Tým sa to skončí a všetko, čo ste poslali, sa vymaže. Nedá sa to vrátiť.',
  offlineWorking: 'Bez pripojenia. Hneď ako sa obnoví, budeme pokračovať.',
  SERVICE_UNAVAILABLE: 'Práve je plno. Vydržte, o svoje miesto neprídete.',
}
