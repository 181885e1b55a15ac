import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Identität bestätigen',
  language: 'Sprache',
  testRibbon: 'Testbetrieb',
  help: 'Hilfe',
  close: 'Schließen',
  helpDocument:
    'Legen Sie das Dokument flach auf einen einfarbigen Tisch, in gleichmäßigem Licht, ohne Hülle und ohne Finger darauf.',
  helpUpload: 'Wenn die Kamera nicht funktioniert, wählen Sie ein Bild von diesem Gerät aus.',
  helpLater: 'Sie können unterbrechen und mit demselben Link weitermachen, solange er gültig ist.',
  voiceOn: 'Hinweise vorlesen',
  voiceOff: 'Nicht mehr vorlesen',
  welcomeTitle: 'Bestätigen Sie, dass Sie es sind',
  welcomeAsks: '{name} bittet Sie, Ihre Identität zu bestätigen.',
  welcomeDocument: 'Ausweisdokument fotografieren',
  welcomeDocuments: 'Reisepass, Personalausweis, Führerschein oder Aufenthaltstitel',
  welcomeFace: 'Selfie aufnehmen',
  welcomeDone: 'Fertig – wir bringen Sie zurück',
  welcomeTime: 'Das dauert etwa zwei Minuten.',
  welcomePrivacy: 'Was mit Ihren Bildern geschieht',
  privacyText:
    'Ihre Bilder werden auf den eigenen Rechnern des Dienstes gelesen und dafür an niemanden weitergegeben. Sie werden verschlüsselt gespeichert und spätestens {days} Tage nach der Entscheidung gelöscht.',
  start: 'Los geht’s',
  withdraw: 'Widerrufen und löschen',
  withdrawAsk: 'Damit ist hier Schluss, und alles Gesendete wird gelöscht. Das lässt sich nicht rückgängig machen.',
  offlineWorking: 'Keine Verbindung. Sobald sie wieder da ist, geht es weiter.',
  SERVICE_UNAVAILABLE: 'Gerade ist viel los. Einen Moment, Ihr Platz bleibt Ihnen.',
}
