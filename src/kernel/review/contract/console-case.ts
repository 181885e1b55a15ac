import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES, PAGE_SIDES } from '../../../formats/document-words.ts'
import { EyePoints, SidePlace } from '../../contract/place.ts'
import { AgainstFinding } from '../../contract/problem.ts'
import { ref, words } from '../../contract/schema.ts'
import { ExplanationResponse } from '../../decision/contract/decision.ts'
import { AGAINST_CODES, FINDING_CODES } from '../../decision/finding-codes.ts'
import type { ImageName } from '../../evidence/evidence-names.ts'
import type { CaseColumns, CaseFields } from '../../feature-types.ts'
import { MODES, PARTS, STATUSES } from '../../session/session-words.ts'
import { CodedText } from '../../tenants/contract/console-settings.ts'
import { AGE_ANSWERS } from '../../vocabulary.ts'
import { NEW_PICTURE_REASONS, REVIEW_ACTS } from '../review-words.ts'
import { caseColumnNames, FieldValue, featureCaseFields } from './case-fields.ts'

const caseField = () =>
  Type.Object({
    name: Type.String(),
    visual: Type.Optional(
      Type.Object({
        ...FieldValue.properties,
        confidence: Type.Number(),
        side: words(PAGE_SIDES),
        /** What identifies this field. */
        by: Type.Optional(words(['model', 'catalogue', 'label', 'number', 'heading', 'category', 'mrz', 'place'])),
      }),
    ),
    mrz: Type.Optional(FieldValue),
    barcode: Type.Optional(FieldValue),
    ...(Object.fromEntries(caseColumnNames.parts().map((name) => [name, Type.Optional(FieldValue)])) as OfFeatures),
    /** The sources that were compared with the visual zone and found to differ. */
    differs: Type.Array(Type.Unsafe<FieldSource>(words(['mrz', 'barcode', ...caseColumnNames.parts()]))),
  })
export type CaseField = Static<ReturnType<typeof caseField>> & Partial<CaseColumns>
/** Their types are declared next to them: see CaseFields and CaseColumns. */
type OfFeatures = Record<never, never>
type FieldSource = 'mrz' | 'barcode' | keyof CaseColumns

const image = Type.Unsafe<ImageName>(Type.String())

/** The view of a case, with what features show of it. */
export const caseViewSchema = () =>
  Type.Object({
    id: Type.String(),
    /** The version of what is shown here: sent with what the reviewer does to the case. */
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
    /** The holder's name, if one was read. */
    name: Type.Optional(Type.String()),
    country: Type.Optional(Type.String()),
    documentType: Type.Optional(words(DOCUMENT_TYPES)),
    images: Type.Array(image),
    /** The result of the challenge that came with the selfie. */
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
    fields: Type.Array(Type.Unsafe<CaseField>(caseField())),
    /** Credentials of the tenant's own that were issued to the person, newest first. */
    issued: Type.Optional(
      Type.Array(
        Type.Object({
          issuedAtUtc: Type.String(),
          expiresAtUtc: Type.String(),
          revokedAtUtc: Type.Optional(Type.String()),
        }),
      ),
    ),
    /** Where each part of the document is, and what looks altered on it, strongest first. */
    places: Type.Object({
      portrait: Type.Optional(SidePlace),
      mrz: Type.Optional(SidePlace),
      barcode: Type.Optional(SidePlace),
      traces: Type.Array(Type.Object({ ...SidePlace.properties, about: Type.Optional(Type.String()) })),
    }),
    /** The points by which the two faces are aligned. */
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
    /** When its face templates were erased. */
    faceForgottenUtc: Type.Optional(Type.String()),
    /** The answer of a session of the flow `age`; nothing else is kept of it. */
    ageAnswer: Type.Optional(
      Type.Object({
        atLeast: Type.Number(),
        answer: words(AGE_ANSWERS),
      }),
    ),
    /** Who a returning person claims to be; with a selfie if the earlier session still has one. */
    person: Type.Optional(
      Type.Object({
        sessionId: Type.String(),
        selfie: Type.Optional(image),
      }),
    ),
    ...(Object.assign({}, ...featureCaseFields.parts()) as OfFeatures),
    /** What speaks against the session, the most incriminating first. */
    findings: Type.Array(Type.Object({ code: words(FINDING_CODES), cause: Type.String(), reason: Type.String() })),
    explanation: Type.Optional(ref(ExplanationResponse)),
    /** Newest first; `detail` is what the audit log stores in addition to the action. */
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
        /** What an approval was given against. */
        against: Type.Optional(Type.Array(words(AGAINST_CODES))),
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
    /** The host that is notified of a picture request; absent without a webhook address. */
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
      /** False when they have given a verdict and another reviewer must agree. */
      settle: Type.Boolean(),
      /** What an approval must name; empty if nothing speaks against it, and in test mode. */
      against: Type.Array(AgainstFinding),
      /** An approval must be confirmed by a second reviewer, because of one of them. */
      wantsConfirmed: Type.Boolean(),
      /** For this many seconds they can undo what they did. */
      undoSeconds: Type.Number(),
    }),
    /** Reasons of rejection: the built-in ones and the tenant's own. */
    rejectionReasons: Type.Array(CodedText),
  })
export type CaseView = Static<ReturnType<typeof caseViewSchema>> & CaseFields
