import type { FaceTemplate } from '../../document/document.ts'
import type { Rectangle } from '../face-rules.ts'

/** What was seen in the frames of a challenge, in the order in which they came. */
export interface ChallengeSeen {
  frames: SeenFrame[]
}

export interface SeenFrame {
  width: number
  height: number
  /** Absent when no face was found, as at the end of a wide turn. */
  face?: SeenFace
  /** Further faces that are large enough to be a person next to the first. */
  others: number
  /** The frame shrunk to BROAD, three bytes a place: what it shows, without its grain. */
  broad: Uint8Array
  /** Single pixels from all over the frame, grey: its grain, which no two frames of a camera share. */
  grain: Uint8Array
}

export interface SeenFace {
  /** In the frame's pixels. */
  box: Rectangle
  /** 68 points in the order of the iBUG 300-W scheme. */
  points: { x: number; y: number }[]
  /** In degrees; yaw grows as the nose moves to the picture's left, the person's own right. */
  pose: { yaw: number; pitch: number; roll: number }
  /** Mean light of the inner face, 0..255. */
  light: number
  /** Of the frames that were chosen for it: the ends of the moves, the first and the last. */
  template?: FaceTemplate
  /** 0..100, of some of the frames that look into the camera. */
  liveness?: number
  /** Of the frames that show a turn. */
  nose?: NoseTrack
}

/** Where the pixels of the nose went between a frame that looks into the camera and one that is turned. */
export interface NoseTrack {
  /** How far its tip moved beyond its root and the upper lip, to the side of the turn, in heights from eyes to mouth. */
  shift: number
  /** Of the patches that were found again, the least: −1 to 1. */
  likeness: number
}

export const BROAD = { width: 32, height: 32 }
