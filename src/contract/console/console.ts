import { type Static, Type } from 'typebox'
import { capabilityCaseFields } from '../../capabilities/case-contract.ts'
import { ACTIVE_AUTHENTICATIONS, CHIP_VERDICTS, GROUP_STATES } from '../../certificates/verdict.ts'
import { FACTOR_NAMES } from '../../domain/decision/factors/index.ts'
import type { CredentialClaims } from '../../domain/proofs/credential-claims.ts'
import { CREDENTIAL_STATUSES, CREDENTIAL_VERDICTS, HOLDER_BINDINGS } from '../../domain/proofs/credential-verdict.ts'
import { SEAL_KINDS, SEAL_VERDICTS } from '../../domain/proofs/seal-reading.ts'
import {
  AGE_ANSWERS,
  CAPTURE_STEPS,
  DEVICE_CLASSES,
  DOCUMENT_TYPES,
  type ImageName,
  LIVE_RULE_NAMES,
  MODES,
  NEW_PICTURE_REASONS,
  PAGE_SIDES,
  PARTS,
  REVIEW_ACTS,
  STATUSES,
  type Status,
  TEACHING_OBSTACLES,
} from '../../domain/vocabulary.ts'
import { ExplanationResponse } from '../data/explanation.ts'
import { ref, words } from '../schema.ts'
import { ROLES } from './console-words.ts'
import { CasePairView } from './pairs.ts'
import { EyePoints, SidePlace } from './place.ts'

export type { Mode } from '../../domain/vocabulary.ts'

/** What the console and its own part of the service say to each other. It is no part of the public contract. */

export const SignInRequest = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 512 }),
    code: Type.Optional(Type.String({ pattern: '^\\d{6}$' })),
  },
  { additionalProperties: false },
)

/** Twelve characters are what the lock-out is reckoned for. */
export const PasswordChange = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 512 }), next: Type.String({ minLength: 12, maxLength: 512 }) },
  { additionalProperties: false },
)

export const Me = Type.Object({
  username: Type.String(),
  role: words(ROLES),
  /** Whose sessions are seen; all when absent. */
  tenants: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
  secondFactor: Type.Boolean(),
  /** There must be one, and there is none yet: nothing else opens. */
  mustSetUp: Type.Optional(Type.Boolean()),
  /** The company's provider vouches for this account: it has neither password nor second factor here. */
  byProvider: Type.Optional(Type.Boolean()),
})
export type Me = Static<typeof Me>

/** A secret for an authenticator app, and the address that carries it as a QR code. */
export const SecondFactorOffer = Type.Object({ secret: Type.String(), address: Type.String() })

/** How one can sign in. */
export const SignInWays = Type.Object({
  local: Type.Boolean(),
  /** What the company's own sign-in is called. */
  provider: Type.Optional(Type.String()),
})
export type SignInWays = Static<typeof SignInWays>

/** Which sessions a screen is about: live ones, unless it says otherwise. */
const mode = Type.Optional(words(MODES))
export const ModeQuery = Type.Object({ mode }, { additionalProperties: false })

export const QueueCase = Type.Object({
  id: Type.String(),
  tenant: Type.String(),
  mode: words(MODES),
  waitingSinceUtc: Type.String(),
  documentType: Type.Optional(words(DOCUMENT_TYPES)),
  country: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  /** As the document says it; only the console is shown it, and that it looked is on record. */
  name: Type.Optional(Type.String()),
  /** The picture that stands for the case in a list. */
  thumbnail: Type.Optional(Type.String()),
  claimedBy: Type.Optional(Type.String()),
  claimedUntilUtc: Type.Optional(Type.String()),
  /** Of the decision, and the factor or rule of live mode that called for a reviewer first; absent for cases of earlier versions. */
  score: Type.Optional(Type.Number()),
  cause: Type.Optional(Type.String()),
  /** The cause speaks against the person. */
  isRisky: Type.Optional(Type.Boolean()),
  /** The cause is that something could not be read or compared. */
  isUnread: Type.Optional(Type.Boolean()),
  dueUtc: Type.Optional(Type.String()),
  /** The person was asked for a picture that may still come. */
  askedUntilUtc: Type.Optional(Type.String()),
  /** To whom a new picture came back. */
  waitsFor: Type.Optional(Type.String()),
  /** Somebody has spoken; it wants another reviewer. */
  isSecond: Type.Optional(Type.Boolean()),
})
export type QueueCase = Static<typeof QueueCase>
/** Opens the session at the picture that the person is asked for. */
export const PictureLink = Type.Object({ url: Type.String() })
export type PictureLink = Static<typeof PictureLink>
export const Queue = Type.Object({
  total: Type.Number(),
  cases: Type.Array(QueueCase),
  /** Of all cases of the mode: how many wait for a reviewer and for a person, and what for. */
  tally: Type.Object({
    reviewer: Type.Number(),
    person: Type.Number(),
    causes: Type.Record(Type.String(), Type.Number()),
  }),
})
export type Queue = Static<typeof Queue>

/** Which of the waiting cases, and in which order. */
const queueFilter = {
  mode,
  waitsFor: Type.Optional(words(['reviewer', 'person'])),
  /** Only those that the asking reviewer has in hand. */
  mine: Type.Optional(words(['true'])),
  cause: Type.Optional(words([...FACTOR_NAMES, ...LIVE_RULE_NAMES])),
  documentType: Type.Optional(words(DOCUMENT_TYPES)),
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{1,3}$' })),
  tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  order: Type.Optional(words(['pressing', 'oldest', 'newest', 'score'])),
}
export const QueueFilter = Type.Object(queueFilter, { additionalProperties: false })
export type QueueFilter = Static<typeof QueueFilter>

export const NextRequest = Type.Object(
  { ...queueFilter, except: Type.Array(Type.String({ maxLength: 36 }), { maxItems: 200 }) },
  { additionalProperties: false },
)

/** Null where no case waits. */
export const NextCase = Type.Object({ id: Type.Union([Type.String(), Type.Null()]) })
export type NextCase = Static<typeof NextCase>

/** One value of a field as a source states it; a date also in ISO 8601, when it could be understood. */
export const FieldValue = Type.Object({
  text: Type.String(),
  date: Type.Optional(Type.String()),
  /** Where it was read; absent where that was not noted. */
  place: Type.Optional(SidePlace),
})
export type FieldValue = Static<typeof FieldValue>
export const CaseField = Type.Object({
  name: Type.String(),
  visual: Type.Optional(
    Type.Object({
      ...FieldValue.properties,
      confidence: Type.Number(),
      side: words(PAGE_SIDES),
      /** What says that this is the field. */
      by: Type.Optional(words(['model', 'catalogue', 'label', 'number', 'heading', 'category', 'mrz', 'place'])),
    }),
  ),
  mrz: Type.Optional(FieldValue),
  barcode: Type.Optional(FieldValue),
  /** What the chip says. */
  chip: Type.Optional(FieldValue),
  /** What the signed barcode says. */
  seal: Type.Optional(FieldValue),
  /** The sources that were compared with the visual zone and found to differ. */
  differs: Type.Array(words(['mrz', 'barcode', 'chip', 'seal'])),
})
export type CaseField = Static<typeof CaseField>

const image = Type.Unsafe<ImageName>(Type.String())

const CertificateView = Type.Object({
  subject: Type.String(),
  issuer: Type.String(),
  notBefore: Type.String(),
  notAfter: Type.String(),
})

/** What the chip's signatures say: who signed for whom, and what of it was sent. */
export const CaseChip = Type.Object({
  verdict: words(CHIP_VERDICTS),
  activeAuthentication: words(ACTIVE_AUTHENTICATIONS),
  reasons: Type.Array(
    Type.Object({
      code: Type.String(),
      text: Type.String(),
    }),
  ),
  /** ISO 3166 alpha-2, as the signer's certificate has it. */
  country: Type.Optional(Type.String()),
  authority: Type.Optional(Type.Object({ ...CertificateView.properties, origin: Type.String() })),
  signer: Type.Optional(CertificateView),
  signedUtc: Type.Optional(Type.String()),
  readUtc: Type.String(),
  /** Every data group that was sent, by number. */
  dataGroups: Type.Record(Type.String(), words(GROUP_STATES)),
  /** Said by the program that read the chip; nobody else saw it. */
  saidByReader: Type.Optional(
    Type.Object({
      access: Type.Optional(Type.String()),
      chipAuthentication: Type.Optional(Type.String()),
    }),
  ),
})
export type CaseChip = Static<typeof CaseChip>

/** What the signed barcode of the document says, and who signed it. */
export const CaseSeal = Type.Object({
  verdict: words(SEAL_VERDICTS),
  kind: words(SEAL_KINDS),
  country: Type.Optional(Type.String()),
  documentType: Type.Optional(Type.String()),
  signedOn: Type.Optional(Type.String()),
  /** Names, as certificates have them. */
  signer: Type.Optional(Type.String()),
  authority: Type.Optional(Type.String()),
  values: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  reasons: Type.Array(Type.Object({ code: Type.String(), text: Type.String() })),
  /** The contents of the code, Base64. */
  raw: Type.String(),
  readUtc: Type.String(),
})
export type CaseSeal = Static<typeof CaseSeal>

/** What a wallet presented, and how far it can be trusted. */
export const CaseCredential = Type.Object({
  verdict: words(CREDENTIAL_VERDICTS),
  holderBinding: words(HOLDER_BINDINGS),
  status: words(CREDENTIAL_STATUSES),
  reasons: Type.Array(
    Type.Object({
      code: Type.String(),
      text: Type.String(),
    }),
  ),
  credentialType: Type.String(),
  claims: Type.Unsafe<CredentialClaims>(Type.Record(Type.String(), Type.String())),
  issuer: Type.Optional(CertificateView),
  authority: Type.Optional(Type.Object({ ...CertificateView.properties, origin: Type.String() })),
  receivedUtc: Type.String(),
})
export type CaseCredential = Static<typeof CaseCredential>

export const CaseView = Type.Object({
  id: Type.String(),
  /** Names what is shown here: sent with what the reviewer does to the case. */
  version: Type.String(),
  tenant: Type.String(),
  mode: words(MODES),
  status: words(STATUSES),
  createdUtc: Type.String(),
  completedUtc: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  applicantForm: Type.Optional(
    Type.Object({
      firstName: Type.Optional(Type.String()),
      lastName: Type.Optional(Type.String()),
      dateOfBirth: Type.Optional(Type.String()),
    }),
  ),
  claimedBy: Type.Optional(Type.String()),
  documentName: Type.Optional(Type.String()),
  /** Of the holder, where one was read. */
  name: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
  documentType: Type.Optional(words(DOCUMENT_TYPES)),
  images: Type.Array(image),
  /** Sides of the document that were recognised by no model that was taught, so that one can be. */
  untaught: Type.Array(words(PAGE_SIDES)),
  /** Why its pictures may not teach them; absent where they may. */
  teachingObstacle: Type.Optional(words(TEACHING_OBSTACLES)),
  /** What became of the challenge that came with the selfie. */
  challenge: Type.Optional(
    Type.Object({
      asked: Type.Array(Type.String()),
      passed: Type.Boolean(),
      findings: Type.Array(
        Type.Object({
          check: Type.String(),
          passed: Type.Boolean(),
          reason: Type.String(),
        }),
      ),
    }),
  ),
  fields: Type.Array(CaseField),
  /** Where the chip of the document was read. */
  chip: Type.Optional(CaseChip),
  /** Where a signed barcode was read. */
  seal: Type.Optional(CaseSeal),
  /** Where a wallet presented one. */
  credential: Type.Optional(CaseCredential),
  /** Credentials of the tenant's own that the person was given, newest first. */
  issued: Type.Optional(
    Type.Array(
      Type.Object({
        issuedAtUtc: Type.String(),
        expiresAtUtc: Type.String(),
        revokedAtUtc: Type.Optional(Type.String()),
      }),
    ),
  ),
  /** Where each part of the document stands, and what looks changed on it, strongest first. */
  places: Type.Object({
    portrait: Type.Optional(SidePlace),
    mrz: Type.Optional(SidePlace),
    barcode: Type.Optional(SidePlace),
    traces: Type.Array(Type.Object({ ...SidePlace.properties, about: Type.Optional(Type.String()) })),
  }),
  /** By which the two faces are laid over each other. */
  eyes: Type.Object({
    portrait: Type.Optional(EyePoints),
    selfie: Type.Optional(EyePoints),
  }),
  mrzLines: Type.Array(Type.String()),
  age: Type.Optional(Type.Number()),
  consent: Type.Optional(
    Type.Object({
      by: words(['page', 'integrator']),
      givenUtc: Type.String(),
      textVersion: Type.String(),
      lang: Type.Optional(Type.String()),
      text: Type.Optional(Type.String()),
      /** They also agreed that their face is kept to recognise them later. */
      keepFace: Type.Optional(Type.Boolean()),
    }),
  ),
  /** When its faces as numbers were erased. */
  faceForgottenUtc: Type.Optional(Type.String()),
  /** What a session of the flow `age` answered; nothing else is kept of it. */
  ageAnswer: Type.Optional(
    Type.Object({
      atLeast: Type.Number(),
      answer: words(AGE_ANSWERS),
    }),
  ),
  /** Whom a returning person says to be; with a selfie where the earlier session still has one. */
  person: Type.Optional(
    Type.Object({
      sessionId: Type.String(),
      selfie: Type.Optional(image),
    }),
  ),
  explanation: Type.Optional(ref(ExplanationResponse)),
  ...capabilityCaseFields,
  /** Other sessions with its document or face. */
  duplicates: Type.Array(CasePairView),
  /** Newest first; `detail` is what the audit log keeps in addition to the action. */
  history: Type.Array(
    Type.Object({
      atUtc: Type.String(),
      actor: Type.String(),
      action: Type.String(),
      detail: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
      isForged: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** What reviewers did, oldest first. */
  acts: Type.Array(
    Type.Object({
      act: words(REVIEW_ACTS),
      reviewer: Type.String(),
      reason: Type.String(),
      code: Type.Optional(Type.String()),
      atUtc: Type.String(),
      isUndone: Type.Optional(Type.Boolean()),
    }),
  ),
  newPictures: Type.Array(
    Type.Object({
      of: words(PARTS),
      reason: words(NEW_PICTURE_REASONS),
      sentence: Type.Optional(Type.String()),
      by: Type.String(),
      askedUtc: Type.String(),
      untilUtc: Type.String(),
      answeredUtc: Type.Optional(Type.String()),
    }),
  ),
  /** The host that is notified of a picture request; absent where no webhook address is set. */
  passedOnTo: Type.Optional(Type.String()),
  /** Earlier pictures and decisions, oldest first: they stay until the session is erased. */
  earlier: Type.Array(
    Type.Object({
      untilUtc: Type.String(),
      score: Type.Number(),
      images: Type.Array(image),
    }),
  ),
  /** What this reviewer may do to it. */
  may: Type.Object({
    /** Pictures that can be asked for again. */
    ask: Type.Array(words(PARTS)),
    /** False when they have said what they think and somebody else must agree. */
    settle: Type.Boolean(),
    /** For so many seconds they can take back what they did. */
    undoSeconds: Type.Number(),
  }),
  /** Reasons of rejection: those of everybody and the tenant's own. */
  rejectionReasons: Type.Array(
    Type.Object({
      code: Type.String(),
      text: Type.String(),
    }),
  ),
})
export type CaseView = Static<typeof CaseView>

const minutes = Type.Number({ minimum: 0, maximum: 1e6 })

export const SearchRequest = Type.Object(
  {
    mode,
    id: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F][0-9a-fA-F-]{3,35}$' })),
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    /** The beginnings of a reference, of names, of a number; in quotation marks a whole one. */
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    status: Type.Optional(words(STATUSES)),
    statuses: Type.Optional(Type.Array(words(STATUSES), { minItems: 1, maxItems: STATUSES.length })),
    from: Type.Optional(Type.String({ format: 'date-time' })),
    before: Type.Optional(Type.String({ format: 'date-time' })),
    documentType: Type.Optional(words(DOCUMENT_TYPES)),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{1,3}$' })),
    reached: Type.Optional(words(CAPTURE_STEPS)),
    decided: Type.Optional(
      Type.Object(
        {
          by: words(['rules', 'reviewer']),
          from: Type.Optional(Type.String({ format: 'date-time' })),
          overMinutes: Type.Optional(minutes),
          underMinutes: Type.Optional(minutes),
        },
        { additionalProperties: false },
      ),
    ),
    reviewer: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    after: Type.Optional(
      Type.Object({ createdUtc: Type.String({ format: 'date-time' }), id: Type.String({ maxLength: 36 }) }),
    ),
  },
  { additionalProperties: false },
)
export type SearchRequest = Static<typeof SearchRequest>

export const ExportRequest = Type.Object(
  { ...SearchRequest.properties, format: words(['csv', 'jsonl']) },
  { additionalProperties: false },
)

export const FoundSession = Type.Object({
  id: Type.String(),
  tenant: Type.String(),
  mode: words(MODES),
  status: words(STATUSES),
  createdUtc: Type.String(),
  completedUtc: Type.Optional(Type.String()),
  documentType: Type.Optional(words(DOCUMENT_TYPES)),
  country: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
})
export type FoundSession = Static<typeof FoundSession>
/** `total` stops counting at `countedTo`. */
export const SearchResult = Type.Object({
  total: Type.Number(),
  countedTo: Type.Number(),
  sessions: Type.Array(FoundSession),
})
export type SearchResult = Static<typeof SearchResult>

/** The days that an overview can be about, today included. */
const OVERVIEW_DAYS = [7, 30, 90] as const
export const OverviewQuery = Type.Object(
  {
    mode,
    days: Type.Optional(words(OVERVIEW_DAYS.map(String))),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  { additionalProperties: false },
)

export const CaptureFigure = Type.Object({
  step: words([...CAPTURE_STEPS, 'document']),
  about: words(['reached', 'refused', 'tries', 'seconds']),
  value: Type.String(),
  device: words(DEVICE_CLASSES),
  language: Type.String(),
  times: Type.Number(),
})
export type CaptureFigure = Static<typeof CaptureFigure>

export const OverviewResponse = Type.Object({
  /** Oldest first, one entry a day without gaps. */
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      counts: Type.Unsafe<Partial<Record<Status, number>>>(Type.Record(Type.String(), Type.Number())),
    }),
  ),
  /** Why sessions went to a person, most frequent first; no cause where a rule of live mode called for one. */
  referrals: Type.Array(
    Type.Object({ cause: Type.Optional(Type.String()), isUnread: Type.Boolean(), sessions: Type.Number() }),
  ),
  /** Upper edges of the spans in minutes; the last span has none. */
  spans: Type.Object({
    edges: Type.Array(Type.Number()),
    automatic: Type.Array(Type.Number()),
    reviewed: Type.Array(Type.Number()),
  }),
  refusals: Type.Array(
    Type.Object({
      code: Type.String(),
      refusals: Type.Number(),
    }),
  ),
  /** How far people came, why pictures were refused, how many a step took and how long. */
  captures: Type.Array(CaptureFigure),
  /** Of the node that answered, since it started; for those who see all tenants. */
  engine: Type.Optional(
    Type.Object({
      queued: Type.Optional(Type.Number()),
      /** Faces that were read into memory for the duplicate check, of how many. */
      faces: Type.Optional(
        Type.Object({
          read: Type.Number(),
          total: Type.Number(),
        }),
      ),
      steps: Type.Array(
        Type.Object({
          step: Type.String(),
          calls: Type.Number(),
          meanMs: Type.Number(),
        }),
      ),
    }),
  ),
  webhooks: Type.Object({
    pending: Type.Number(),
    failed: Type.Number(),
  }),
  waiting: Type.Number(),
  /** Lists that people are compared with: how far approved people were compared with each, and hits nobody has answered. */
  lists: Type.Object({
    open: Type.Number(),
    runs: Type.Array(
      Type.Object({
        list: Type.String(),
        persons: Type.Number(),
        compared: Type.Number(),
        found: Type.Number(),
        isDone: Type.Boolean(),
      }),
    ),
  }),
  /** Verdicts, the different hours they were given in, and those that were decided otherwise later. */
  reviewers: Type.Array(
    Type.Object({
      reviewer: Type.String(),
      verdicts: Type.Number(),
      hours: Type.Number(),
      overturned: Type.Number(),
    }),
  ),
})
export type OverviewResponse = Static<typeof OverviewResponse>
