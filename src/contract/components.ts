import type { TSchema } from 'typebox'
import { CompleteResponse } from './complete.ts'
import {
  BarcodeCrossCheck,
  BarcodeCrossCheckField,
  DecisionResponse,
  FactorResult,
  MrzCrossCheck,
  MrzCrossCheckField,
  Verifications,
} from './decision.ts'
import { DocumentResponse } from './document.ts'
import { Applicant, BarcodeResult, DocumentResult, MrzResult, VisualResult } from './document-result.ts'
import { EnrolmentError } from './enrolment-error.ts'
import { DeviceRequest, DeviceResponse, EnrolmentState, Theme } from './enrolment-state.ts'
import { FrameMessage, WebhookBody } from './events.ts'
import {
  EvidenceKeyResponse,
  ExplainedFactor,
  ExplainedField,
  ExplanationResponse,
  ReviewRecord,
} from './explanation.ts'
import { FaceResponse } from './face.ts'
import { FaceResult } from './face-result.ts'
import { HandOverOpenRequest, HandOverOpenResponse, HandOverRequest, HandOverResponse } from './hand-over.ts'
import { ImagesResponse } from './images.ts'
import { PictureRequest } from './picture.ts'
import { Problem } from './problem.ts'
import { ClaimResponse, QueueEntry, QueueResponse, ReviewRequest, ReviewResponse } from './review.ts'
import { ApplicantForm, InitializeRequest, InitializeResponse } from './session.ts'
import { SessionListEntry, SessionListResponse } from './session-list.ts'
import { StatusResponse } from './status.ts'

/** Every schema with a name of its own in the OpenAPI document, in the order of the specification. */
export const components: readonly TSchema[] = [
  ApplicantForm,
  InitializeRequest,
  InitializeResponse,
  PictureRequest,
  DocumentResponse,
  FaceResponse,
  CompleteResponse,
  EnrolmentError,
  Theme,
  EnrolmentState,
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
  FrameMessage,
  WebhookBody,
  Problem,
]
