import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Identität bestätigen',
  language: 'Sprache',
  testRibbon: 'Testbetrieb',
  help: 'Hilfe',
  close: 'Schließen',
  helpDocument:
    'Legen Sie das Dokument ohne Hülle flach auf einen einfarbigen Tisch, in gleichmäßigem Licht. Halten Sie die Finger weg.',
  helpUpload: 'Wenn die Kamera nicht funktioniert, wählen Sie ein Bild von diesem Gerät aus.',
  helpLater: 'Sie können unterbrechen und mit demselben Link weitermachen, solange er gültig ist.',
  voiceOn: 'Hinweise vorlesen',
  voiceOff: 'Nicht mehr vorlesen',
  welcomeTitle: 'Bestätigen Sie, dass Sie es sind',
  welcomeAgeTitle: 'Bestätigen Sie Ihr Alter',
  welcomeAsks: '{name} bittet Sie, Ihre Identität zu bestätigen.',
  welcomeAsksAge: '{name} fragt, ob Sie mindestens {age} Jahre alt sind.',
  welcomeDocument: 'Ausweisdokument fotografieren',
  welcomeDocuments: 'Reisepass, Personalausweis, Führerschein oder Aufenthaltstitel',
  welcomeFace: 'Selfie aufnehmen',
  welcomeDone: 'Fertig – wir bringen Sie zurück',
  welcomeTime: 'Das dauert etwa zwei Minuten.',
  welcomePrivacy: 'Was mit Ihren Bildern geschieht',
  privacyText:
    'Ihre Bilder werden auf den eigenen Rechnern des Dienstes gelesen und dafür an niemanden weitergegeben. Sie werden verschlüsselt gespeichert und spätestens {days} Tage nach der Entscheidung gelöscht.',
  privacyAge:
    'Ihre Bilder werden auf den eigenen Rechnern des Dienstes gelesen und dafür an niemanden weitergegeben. Mit der Antwort werden sie gelöscht; nur die Antwort bleibt.',
  start: 'Los geht’s',
  withdraw: 'Widerrufen und löschen',
  withdrawAsk: 'Damit ist hier Schluss, und alles Gesendete wird gelöscht. Das lässt sich nicht rückgängig machen.',
  offlineWorking: 'Keine Verbindung. Sobald sie wieder da ist, geht es weiter.',
  SERVICE_UNAVAILABLE: 'Gerade ist viel los. Einen Moment bitte, Sie verlieren Ihren Platz nicht.',
}
