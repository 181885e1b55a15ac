import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Potvrzení totožnosti',
  language: 'Jazyk',
  testRibbon: 'Testovací režim',
  help: 'Nápověda',
  close: 'Zavřít',
  helpDocument: 'Položte doklad bez obalu na jednobarevný stůl, v rovnoměrném světle. Nezakrývejte ho prsty.',
  helpUpload: 'Pokud fotoaparát nefunguje, vyberte obrázek z tohoto zařízení.',
  helpLater: 'Můžete přestat a vrátit se stejným odkazem, dokud platí.',
  voiceOn: 'Číst pokyny nahlas',
  voiceOff: 'Přestat číst nahlas',
  welcomeTitle: 'Potvrďte, že jste to vy',
  welcomeAgeTitle: 'Ověřme váš věk',
  welcomeAsks: '{name} vás žádá o potvrzení totožnosti.',
  welcomeAsksAge: '{name} se ptá, zda je vám alespoň {age} let.',
  welcomeDocument: 'Vyfoťte svůj doklad',
  welcomeDocuments: 'Pas, občanský průkaz, řidičský průkaz nebo povolení k pobytu',
  welcomeFace: 'Pořiďte selfie',
  welcomeDone: 'Hotovo – vrátíme vás zpět',
  welcomeTime: 'Zabere to asi dvě minuty.',
  welcomePrivacy: 'Co se stane s vašimi snímky',
  privacyText:
    'Vaše snímky se čtou na vlastních počítačích služby a nikomu dalšímu se kvůli tomu nepředávají. Ukládají se šifrovaně a smažou se nejpozději {days} dní po rozhodnutí.',
  privacyAge:
    'Vaše snímky se čtou na vlastních počítačích služby a nikomu dalšímu se kvůli tomu nepředávají. S odpovědí se smažou; uchová se jen odpověď.',
  start: 'Začít',
  withdraw: 'Odvolat a smazat',
  withdrawAsk: 'Tím to skončí a vše, co jste poslali, se smaže. Nelze to vrátit.',
  offlineWorking: 'Bez připojení. Jakmile se obnoví, budeme pokračovat.',
  SERVICE_UNAVAILABLE: 'Právě je plno. Vydržte, o své místo nepřijdete.',
}
