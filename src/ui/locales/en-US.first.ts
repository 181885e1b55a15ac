/** The sentences of the first screen, in a file of their own so that nobody waits for the others. The other locales have exactly these keys. */
export const firstTexts = {
  title: 'Confirm your identity',
  language: 'Language',
  testRibbon: 'Test mode',
  help: 'Help',
  close: 'Close',
  helpDocument: 'Lay the document flat on a plain table, in even light and without a cover. Keep your fingers off it.',
  helpUpload: 'If the camera doesn’t work, choose a picture from this device.',
  helpLater: 'You can stop and come back with the same link while it’s valid.',
  voiceOn: 'Read the guidance aloud',
  voiceOff: 'Stop reading aloud',
  welcomeTitle: 'Let’s confirm it’s you',
  welcomeAgeTitle: 'Let’s check your age',
  welcomeAsks: '{name} asks you to confirm your identity.',
  welcomeAsksAge: '{name} asks whether you are at least {age} years old.',
  welcomeDocument: 'Photograph your identity document',
  welcomeDocuments: 'Passport, identity card, driver’s license or residence permit',
  welcomeFace: 'Take a selfie',
  welcomeDone: 'Done – we’ll take you back',
  welcomeTime: 'This takes about two minutes.',
  welcomePrivacy: 'What happens to your pictures',
  privacyText:
    'Your pictures are read on the service’s own computers and are not passed on to anyone else for reading. They are stored encrypted and deleted no later than {days} days after the decision.',
  privacyAge:
    'Your pictures are read on the service’s own computers and are not passed on to anyone else for reading. They are erased with the answer; only the answer is kept.',
  start: 'Start',
  withdraw: 'Withdraw and delete',
  withdrawAsk: 'This ends here and erases everything you’ve sent. It can’t be undone.',
  offlineWorking: 'No connection. We’ll continue as soon as it’s back.',
  SERVICE_UNAVAILABLE: 'We’re busy right now. Hold on, you won’t lose your place.',
}

export type FirstTexts = { [Key in keyof typeof firstTexts]: string }
