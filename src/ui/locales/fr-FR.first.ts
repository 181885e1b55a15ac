import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Confirmer votre identité',
  language: 'Langue',
  testRibbon: 'Mode test',
  help: 'Aide',
  close: 'Fermer',
  helpDocument:
    'Posez le document à plat sur une table unie, sans étui et sous une lumière régulière. N’y laissez pas les doigts.',
  helpUpload: 'Si l’appareil photo ne fonctionne pas, choisissez une photo sur cet appareil.',
  helpLater: 'Vous pouvez arrêter et revenir avec le même lien tant qu’il est valable.',
  voiceOn: 'Lire les conseils à voix haute',
  voiceOff: 'Arrêter la lecture',
  welcomeTitle: 'Confirmons que c’est bien vous',
  welcomeAgeTitle: 'Vérifions votre âge',
  welcomeAsks: '{name} vous demande de confirmer votre identité.',
  welcomeAsksAge: '{name} demande si vous avez au moins {age} ans.',
  welcomeDocument: 'Photographiez votre pièce d’identité',
  welcomeDocuments: 'Passeport, carte d’identité, permis de conduire ou titre de séjour',
  welcomeFace: 'Prenez un selfie',
  welcomeDone: 'C’est fait – nous vous ramenons',
  welcomeTime: 'Cela prend environ deux minutes.',
  welcomePrivacy: 'Ce que deviennent vos photos',
  privacyText:
    'Vos photos sont lues sur les propres ordinateurs du service et ne sont transmises à personne d’autre pour cela. Elles sont conservées chiffrées et effacées au plus tard {days} jours après la décision.',
  privacyAge:
    'Vos photos sont lues sur les propres ordinateurs du service et ne sont transmises à personne d’autre pour cela. Elles sont effacées avec la réponse ; seule la réponse est conservée.',
  start: 'Commencer',
  withdraw: 'Retirer et supprimer',
  withdrawAsk: 'Cela met fin à la procédure et efface tout ce que vous avez envoyé. C’est irréversible.',
  offlineWorking: 'Pas de connexion. Nous reprendrons dès qu’elle sera rétablie.',
  SERVICE_UNAVAILABLE: 'Il y a beaucoup de monde. Patientez, vous ne perdrez pas votre place.',
}
