import type { TSchema } from 'typebox'
import { capabilityComponents } from '../capabilities/contract.ts'
import { PairAnswerRequest, PairListResponse, PairResponse, PairSide } from './console/pairs.ts'
import {
  ClaimResponse,
  EscalateRequest,
  NewPictureRequest,
  NewPictureResponse,
  NoteRequest,
  QueueEntry,
  QueueResponse,
  ReviewRequest,
  ReviewResponse,
  UndoableResponse,
} from './console/review.ts'
import {
  BarcodeCrossCheck,
  BarcodeCrossCheckField,
  DecisionResponse,
  EvidenceKeyResponse,
  ExplainedFactor,
  ExplainedField,
  ExplanationResponse,
  FactorResult,
  MrzCrossCheck,
  MrzCrossCheckField,
  ReviewRecord,
  Verifications,
} from './data/decision.ts'
import {
  Applicant,
  BarcodeResult,
  DocumentResult,
  FaceResult,
  ImagesResponse,
  MrzResult,
  VisualResult,
} from './data/results.ts'
import { SessionListEntry, SessionListResponse, StatusResponse } from './data/session-list.ts'
import { CompleteResponse } from './enrolment/complete.ts'
import { ConsentRequest, ConsentResponse, ConsentTextResponse, GivenConsent } from './enrolment/consent.ts'
import { EnrolmentError } from './enrolment/enrolment-error.ts'
import { DeviceRequest, DeviceResponse, EnrolmentState, Theme } from './enrolment/enrolment-state.ts'
import { FrameMessage, WebhookBody } from './enrolment/events.ts'
import { HandOverOpenRequest, HandOverOpenResponse, HandOverRequest, HandOverResponse } from './enrolment/hand-over.ts'
import {
  DocumentResponse,
  FaceRequest,
  FaceResponse,
  HintMark,
  PictureRequest,
  ReviewerResponse,
} from './enrolment/pictures.ts'
import { ApplicantForm, InitializeRequest, InitializeResponse } from './enrolment/session.ts'
import { Problem } from './problem.ts'

/** Every named schema of the OpenAPI document, in the order of the specification. */
export const components: readonly TSchema[] = [
  ApplicantForm,
  GivenConsent,
  InitializeRequest,
  InitializeResponse,
  PictureRequest,
  HintMark,
  DocumentResponse,
  FaceRequest,
  FaceResponse,
  ReviewerResponse,
  CompleteResponse,
  EnrolmentError,
  Theme,
  EnrolmentState,
  ConsentTextResponse,
  ConsentRequest,
  ConsentResponse,
  DeviceRequest,
  DeviceResponse,
  HandOverRequest,
  HandOverResponse,
  HandOverOpenRequest,
  HandOverOpenResponse,
  StatusResponse,
  FactorResult,
  MrzCrossCheckField,
  MrzCrossCheck,
  BarcodeCrossCheckField,
  BarcodeCrossCheck,
  Verifications,
  DecisionResponse,
  ExplainedField,
  ExplainedFactor,
  ReviewRecord,
  ExplanationResponse,
  EvidenceKeyResponse,
  Applicant,
  VisualResult,
  MrzResult,
  BarcodeResult,
  DocumentResult,
  FaceResult,
  ImagesResponse,
  SessionListEntry,
  SessionListResponse,
  QueueEntry,
  QueueResponse,
  ClaimResponse,
  ReviewRequest,
  ReviewResponse,
  NewPictureRequest,
  NewPictureResponse,
  EscalateRequest,
  NoteRequest,
  PairAnswerRequest,
  PairListResponse,
  PairSide,
  PairResponse,
  UndoableResponse,
  FrameMessage,
  WebhookBody,
  Problem,
  ...capabilityComponents,
]
