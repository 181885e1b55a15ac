import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'تأكيد هويتك',
  language: 'اللغة',
  testRibbon: 'وضع الاختبار',
  help: 'مساعدة',
  close: 'إغلاق',
  helpDocument: 'ضع المستند مسطحًا على طاولة بلون واحد وفي إضاءة متساوية، دون غلاف ودون أصابع عليه.',
  helpUpload: 'إذا لم تعمل الكاميرا فاختر صورة من هذا الجهاز.',
  helpLater: 'يمكنك التوقف والعودة بالرابط نفسه ما دام صالحًا.',
  voiceOn: 'قراءة الإرشادات بصوت عالٍ',
  voiceOff: 'إيقاف القراءة الصوتية',
  welcomeTitle: 'لنتأكد من أنك أنت',
  welcomeAsks: 'يطلب منك {name} تأكيد هويتك.',
  welcomeDocument: 'صوّر وثيقة هويتك',
  welcomeDocuments: 'جواز سفر أو بطاقة هوية أو رخصة قيادة أو تصريح إقامة',
  welcomeFace: 'التقط صورة ذاتية',
  welcomeDone: 'انتهى – سنعيدك إلى حيث كنت',
  welcomeTime: 'يستغرق ذلك نحو دقيقتين.',
  welcomePrivacy: 'ماذا يحدث لصورك',
  privacyText:
    'تُقرأ صورك على حواسيب الخدمة نفسها ولا تُسلَّم إلى أي جهة أخرى لقراءتها. تُحفظ مشفّرة وتُمحى في موعد أقصاه {days} يومًا بعد القرار.',
  start: 'ابدأ',
  withdraw: 'السحب والحذف',
  withdrawAsk: 'ينتهي كل شيء هنا ويُمحى كل ما أرسلته. لا يمكن التراجع عن ذلك.',
  offlineWorking: 'لا يوجد اتصال. سنتابع فور عودته.',
  SERVICE_UNAVAILABLE: 'نحن مشغولون الآن. انتظر قليلًا، مكانك محفوظ.',
}
