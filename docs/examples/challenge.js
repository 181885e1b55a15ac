// The liveness challenge on a capture page of your own: draw the moves, show them in order (each out and back to the middle;
// left and right are the person's own), and send frames from before the first move until after the last, unmirrored.
// `base`, `accessToken`, `video`, `smallJpegOf`, `jpegOf` and `showAndWait` are yours.
const call = async (path, body) => {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  return (await fetch(`${base}/api/v1/enrolment/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
const { id, moves } = await call('challenge', {})          // ['LEFT', 'NEARER', 'RIGHT'], valid once and for two minutes
const drawn = performance.now()
const frames = []
const timer = setInterval(() => frames.push({ at: Math.round(performance.now() - drawn), image: smallJpegOf(video) }), 400)
for (const move of moves) await showAndWait(move)          // yours: says what to do, waits about two seconds
clearInterval(timer)
const { challenge } = await call('face', { imageBase: jpegOf(video), challenge: { id, frames } })
// 'PASSED', or 'NOT_PASSED': draw again, at most six times a session
