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
  FactorResult,
  MrzCrossCheck,
  MrzCrossCheckField,
  Verifications,
} from './data/decision.ts'
import { Applicant, BarcodeResult, DocumentResult, MrzResult, VisualResult } from './data/document-result.ts'
import {
  EvidenceKeyResponse,
  ExplainedFactor,
  ExplainedField,
  ExplanationResponse,
  ReviewRecord,
} from './data/explanation.ts'
import { FaceResult } from './data/face-result.ts'
import { ImagesResponse } from './data/images.ts'
import { SessionListEntry, SessionListResponse, StatusResponse } from './data/session-list.ts'
import { CompleteResponse } from './enrolment/complete.ts'
import { ConsentRequest, ConsentResponse, ConsentTextResponse, GivenConsent } from './enrolment/consent.ts'
import { DocumentResponse, HintMark } from './enrolment/document.ts'
import { EnrolmentError } from './enrolment/enrolment-error.ts'
import { DeviceRequest, DeviceResponse, EnrolmentState, Theme } from './enrolment/enrolment-state.ts'
import { FrameMessage, WebhookBody } from './enrolment/events.ts'
import { FaceRequest, FaceResponse } from './enrolment/face.ts'
import { HandOverOpenRequest, HandOverOpenResponse, HandOverRequest, HandOverResponse } from './enrolment/hand-over.ts'
import { PictureRequest } from './enrolment/picture.ts'
import { ReviewerResponse } from './enrolment/reviewer.ts'
import { ApplicantForm, InitializeRequest, InitializeResponse } from './enrolment/session.ts'
import { Problem } from './problem.ts'

/** Every schema with a name of its own in the OpenAPI document, in the order of the specification. */
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
