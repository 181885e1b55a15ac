/**
 * The liveness challenge on your own capture page. Show the moves in order, each out and back to the middle; left and
 * right are from the person's view. Frames are not mirrored. `showAndWait` displays a move and waits about two seconds;
 * `jpegOf` and `smallJpegOf` take a picture from the video as Base64.
 * Resolves to 'PASSED', or 'NOT_PASSED': then request a new challenge, at most six per session.
 */
export async function takeSelfie({ base, accessToken, video, showAndWait, jpegOf, smallJpegOf }) {
  const call = async (path, body) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${base}/api/v1/enrolment/${path}`, request)).json()
  }
  const { id, moves } = await call('challenge', {}) // ['LEFT', 'NEARER', 'RIGHT'], valid once, for two minutes
  const drawn = performance.now()
  const frames = []
  const keep = () => frames.push({ at: Math.round(performance.now() - drawn), image: smallJpegOf(video) })
  const timer = setInterval(keep, 400)
  for (const move of moves) await showAndWait(move)
  clearInterval(timer)
  const { challenge } = await call('face', { imageBase: jpegOf(video), challenge: { id, frames } })
  return challenge
}
