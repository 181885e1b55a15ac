import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Vahvista henkilöllisyytesi',
  language: 'Kieli',
  testRibbon: 'Testitila',
  help: 'Ohje',
  close: 'Sulje',
  helpDocument:
    'Aseta asiakirja ilman koteloa suorana yksiväriselle pöydälle tasaiseen valoon. Pidä sormet poissa sen päältä.',
  helpUpload: 'Jos kamera ei toimi, valitse kuva tältä laitteelta.',
  helpLater: 'Voit lopettaa ja palata samalla linkillä niin kauan kuin se on voimassa.',
  voiceOn: 'Lue ohjeet ääneen',
  voiceOff: 'Lopeta ääneen lukeminen',
  welcomeTitle: 'Vahvistetaan, että se olet sinä',
  welcomeAgeTitle: 'Tarkistetaan ikäsi',
  welcomeAsks: '{name} pyytää sinua vahvistamaan henkilöllisyytesi.',
  welcomeAsksAge: '{name} kysyy, oletko vähintään {age}-vuotias.',
  welcomeDocument: 'Kuvaa henkilöasiakirjasi',
  welcomeDocuments: 'Passi, henkilökortti, ajokortti tai oleskelulupa',
  welcomeFace: 'Ota selfie',
  welcomeDone: 'Valmis – ohjaamme sinut takaisin',
  welcomeTime: 'Tähän menee noin kaksi minuuttia.',
  welcomePrivacy: 'Mitä kuvillesi tapahtuu',
  privacyText:
    'Kuvasi luetaan palvelun omilla tietokoneilla, eikä niitä anneta lukemista varten kenellekään muulle. Ne tallennetaan salattuina ja poistetaan viimeistään {days} päivän kuluttua päätöksestä.',
  privacyAge:
    'Kuvasi luetaan palvelun omilla tietokoneilla, eikä niitä anneta lukemista varten kenellekään muulle. Ne poistetaan vastauksen myötä; vain vastaus säilytetään.',
  start: 'Aloita',
  withdraw: 'Peru ja poista',
  withdrawAsk: 'Tämä päättyy tähän, ja kaikki lähettämäsi poistetaan. Sitä ei voi perua.',
  offlineWorking: 'Ei yhteyttä. Jatkamme heti, kun se palaa.',
  SERVICE_UNAVAILABLE: 'Juuri nyt on ruuhkaa. Odota hetki, et menetä paikkaasi.',
}
