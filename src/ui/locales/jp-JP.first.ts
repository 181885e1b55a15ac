import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: '本人確認',
  language: '言語',
  testRibbon: 'テストモード',
  help: 'ヘルプ',
  close: '閉じる',
  helpDocument:
    '書類をケースから出し、むらのない明るさで無地の机に平らに置いてください。指がかからないようにしてください。',
  helpUpload: 'カメラが使えない場合は、この端末の画像を選んでください。',
  helpLater: 'リンクが有効な間は、中断しても同じリンクから続けられます。',
  voiceOn: '案内を読み上げる',
  voiceOff: '読み上げをやめる',
  welcomeTitle: 'ご本人であることを確認します',
  welcomeAgeTitle: '年齢を確認します',
  welcomeAsks: '{name} がご本人の確認をお願いしています。',
  welcomeAsksAge: '{name} が、{age}歳以上かどうかの確認をお願いしています。',
  welcomeDocument: '本人確認書類を撮影',
  welcomeDocuments: 'パスポート、身分証明書、運転免許証、在留カードのいずれか',
  welcomeFace: '顔写真を撮影',
  welcomeDone: '完了 – すぐに元のページへ戻ります',
  welcomeTime: '2分ほどで終わります。',
  welcomePrivacy: '画像の取り扱い',
  privacyText:
    '画像はこのサービス自身のコンピューターで読み取られ、読み取りのために他社へ渡されることはありません。暗号化して保存し、遅くとも決定から {days} 日後に消去します。',
  privacyAge:
    '画像はこのサービス自身のコンピューターで読み取られ、読み取りのために他社へ渡されることはありません。画像は回答とともに消去され、回答だけが保存されます。',
  start: '始める',
  withdraw: '取り消して削除',
  withdrawAsk: 'ここで終了し、送信した内容はすべて消去されます。元に戻すことはできません。',
  offlineWorking: '接続がありません。回復したらすぐに続けます。',
  SERVICE_UNAVAILABLE: 'ただいま混み合っています。順番は失われませんので、少しお待ちください。',
}
