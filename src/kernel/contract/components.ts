import type { TSchema } from 'typebox'
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
} from '../decision/contract/decision.ts'
import {
  DocumentResponse,
  FaceRequest,
  FaceResponse,
  HintMark,
  PictureRequest,
  ReviewerResponse,
} from '../evidence/contract/pictures.ts'
import {
  Applicant,
  BarcodeResult,
  DocumentResult,
  FaceResult,
  ImagesResponse,
  MrzResult,
  VisualResult,
} from '../results/contract/results.ts'
import { SessionListEntry, SessionListResponse, StatusResponse } from '../results/contract/session-list.ts'
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
} from '../review/contract/review.ts'
import { CompleteResponse } from '../session/contract/complete.ts'
import { ConsentRequest, ConsentResponse, ConsentTextResponse, GivenConsent } from '../session/contract/consent.ts'
import { EnrolmentError } from '../session/contract/enrolment-error.ts'
import { DeviceRequest, DeviceResponse, EnrolmentState, Theme } from '../session/contract/enrolment-state.ts'
import { FrameMessage, WebhookBody } from '../session/contract/events.ts'
import {
  HandOverOpenRequest,
  HandOverOpenResponse,
  HandOverRequest,
  HandOverResponse,
} from '../session/contract/hand-over.ts'
import { ApplicantForm, InitializeRequest, InitializeResponse } from '../session/contract/session.ts'
import { featureComponents } from './feature-components.ts'
import { Problem } from './problem.ts'

/** Every named schema of the OpenAPI document, in the order of the specification. */
export const components = (): readonly TSchema[] => [
  ApplicantForm,
  GivenConsent,
  InitializeRequest,
  InitializeResponse,
  PictureRequest,
  HintMark,
  DocumentResponse,
  FaceRequest.make(),
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
  Verifications.make(),
  DecisionResponse,
  ExplainedField,
  ExplainedFactor.make(),
  ReviewRecord,
  ExplanationResponse.make(),
  EvidenceKeyResponse,
  Applicant,
  VisualResult,
  MrzResult,
  BarcodeResult,
  DocumentResult,
  FaceResult,
  ImagesResponse.make(),
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
  UndoableResponse,
  FrameMessage,
  WebhookBody.make(),
  Problem,
  ...featureComponents.parts(),
]
