import type { FirstTexts } from './en-US.first.ts'

export const firstTexts: FirstTexts = {
  title: 'Confirmar su identidad',
  language: 'Idioma',
  testRibbon: 'Modo de prueba',
  help: 'Ayuda',
  close: 'Cerrar',
  helpDocument: 'Ponga el documento plano sobre una mesa lisa, sin funda y con luz uniforme. No deje los dedos encima.',
  helpUpload: 'Si la cámara no funciona, elija una foto de este dispositivo.',
  helpLater: 'Puede parar y volver con el mismo enlace mientras sea válido.',
  voiceOn: 'Leer los consejos en voz alta',
  voiceOff: 'Dejar de leer en voz alta',
  welcomeTitle: 'Confirmemos que es usted',
  welcomeAgeTitle: 'Comprobemos su edad',
  welcomeAsks: '{name} le pide que confirme su identidad.',
  welcomeAsksAge: '{name} pregunta si tiene al menos {age} años.',
  welcomeDocument: 'Fotografíe su documento de identidad',
  welcomeDocuments: 'Pasaporte, documento de identidad, permiso de conducir o de residencia',
  welcomeFace: 'Hágase un selfi',
  welcomeDone: 'Listo – le llevamos de vuelta',
  welcomeTime: 'Tarda unos dos minutos.',
  welcomePrivacy: 'Qué pasa con sus fotos',
  privacyText:
    'Sus fotos se leen en los propios equipos del servicio y no se entregan a nadie más para ello. Se guardan cifradas y se borran como máximo {days} días después de la decisión.',
  privacyAge:
    'Sus fotos se leen en los propios equipos del servicio y no se entregan a nadie más para ello. Se borran con la respuesta; solo se guarda la respuesta.',
  start: 'Empezar',
  withdraw: 'Retirar y borrar',
  withdrawAsk: 'Esto termina aquí y borra todo lo que ha enviado. No se puede deshacer.',
  offlineWorking: 'Sin conexión. Seguiremos en cuanto vuelva.',
  SERVICE_UNAVAILABLE: 'Ahora mismo hay mucha demanda. Espere, no perderá su turno.',
}
