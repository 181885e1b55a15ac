import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Bekräfta din identitet',
  language: 'Språk',
  testRibbon: 'Testläge',
  help: 'Hjälp',
  close: 'Stäng',
  helpDocument:
    'Lägg dokumentet plant på ett enfärgat bord i jämnt ljus och utan fodral. Håll fingrarna borta från det.',
  helpUpload: 'Om kameran inte fungerar väljer du en bild från den här enheten.',
  helpLater: 'Du kan sluta och komma tillbaka med samma länk så länge den gäller.',
  voiceOn: 'Läs upp anvisningarna',
  voiceOff: 'Sluta läsa upp',
  welcomeTitle: 'Låt oss bekräfta att det är du',
  welcomeAgeTitle: 'Låt oss kontrollera din ålder',
  welcomeAsks: '{name} ber dig bekräfta din identitet.',
  welcomeAsksAge: '{name} frågar om du är minst {age} år.',
  welcomeDocument: 'Fotografera din identitetshandling',
  welcomeDocuments: 'Pass, id-kort, körkort eller uppehållstillståndskort',
  welcomeFace: 'Ta en selfie',
  welcomeDone: 'Klart – vi skickar dig tillbaka',
  welcomeTime: 'Det tar ungefär två minuter.',
  welcomePrivacy: 'Vad som händer med dina bilder',
  privacyText:
    'Dina bilder läses på tjänstens egna datorer och lämnas inte vidare till någon annan för läsning. De sparas krypterade och raderas senast {days} dagar efter beslutet.',
  privacyAge:
    'Dina bilder läses på tjänstens egna datorer och lämnas inte vidare till någon annan för läsning. De raderas med svaret; bara svaret sparas.',
  start: 'Börja',
  withdraw: 'Återkalla och radera',
  withdrawAsk: 'Då avslutas det här och allt du har skickat raderas. Det går inte att ångra.',
  offlineWorking: 'Ingen anslutning. Vi fortsätter så snart den är tillbaka.',
  SERVICE_UNAVAILABLE: 'Det är mycket just nu. Vänta lite, du förlorar inte din plats.',
}
