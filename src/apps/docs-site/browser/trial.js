/** The reader's trial session; it exists as long as the tab shows this page. */
const trial = { authorization: '', sessionId: '', accessToken: '' }
const PICTURES = { submitDocument: 'passport', submitFace: 'selfie', sendToReviewer: 'passport' }

/** Opens a session with a credential for test mode; a live one is refused before anything is tried with it. */
export function openTrial() {
  const form = document.querySelector('.trial')
  if (!form) return
  const status = form.querySelector('[role=status]')
  const button = form.querySelector('button')
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { username, password } = Object.fromEntries(new FormData(form))
    const bytes = new TextEncoder().encode(`${username}:${password}`)
    trial.authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`
    button.disabled = true
    status.textContent = await open()
    button.disabled = false
    if (!trial.sessionId) return
    for (const article of document.querySelectorAll('article[data-path]')) addTry(article, form.dataset.demo === 'true')
  })
}

/** Shows the result. */
async function open() {
  const json = { externalId: 'docs' }
  const { status, body } = await send({ method: 'POST', path: '/api/v1/enrolment/initialize', json })
  if (status !== 200) return `${status} ${body.code ?? ''}: ${body.title ?? 'the service did not open a session'}`
  if (body.mode !== 'test') {
    await send({ method: 'DELETE', path: `/api/v1/data/${body.sessionId}` })
    return 'This credential is for live mode: sessions of real people. The session is deleted again; use one for test mode.'
  }
  trial.sessionId = body.sessionId
  trial.accessToken = body.accessToken
  return `Session ${body.sessionId} is open. Each endpoint below now has a "Try it" form.`
}

function addTry(article, demo) {
  const place = article.querySelector('.try')
  const { method, path } = article.dataset
  if (!place || /^\/(api\/v1\/review|metrics)/.test(path) || /events$|handover|initialize$/.test(path)) return
  const form = document.createElement('form')
  const fields = new Map()
  for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
    if (name === 'sessionId') continue
    fields.set(name, field(form, name, document.createElement('input'), 'primary_face'))
  }
  const picture = PICTURES[article.id] && addPicture(form, PICTURES[article.id], demo)
  const sample = article.querySelector('details code')?.textContent ?? ''
  const [, json] = /-d '([^']*)'/.exec(sample) ?? []
  const [, query = ''] = /^[^?]*\?([^"]*)"/.exec(sample) ?? []
  if (query) fields.set('?', field(form, 'Query', document.createElement('input'), query))
  const body = json === undefined ? undefined : field(form, 'Body', document.createElement('textarea'), json)
  const button = document.createElement('button')
  button.type = 'submit'
  button.textContent = 'Try it'
  const shown = document.createElement('div')
  shown.setAttribute('role', 'status')
  form.append(button, shown)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    const at = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(fields.get(name)?.value ?? trial.sessionId))
    const question = fields.get('?')?.value
    const call = { method, path: question ? `${at}?${question}` : at }
    try {
      if (picture) call.picture = await picture()
      else if (body) call.json = JSON.parse(body.value)
      show(shown, await send(call))
    } catch (error) {
      shown.textContent = String(error.message)
    }
    button.disabled = false
  })
  place.replaceChildren(form)
  place.hidden = false
}

function field(form, name, input, value) {
  const label = document.createElement('label')
  input.value = value
  input.name = name
  label.append(`${name} `, input)
  form.append(label)
  return input
}

/** A file of the reader, or, if the demo is on, a specimen of a fictional person. */
function addPicture(form, name, demo) {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'image/*'
  const label = document.createElement('label')
  label.append(demo ? 'Picture (otherwise the specimen) ' : 'Picture ', input)
  form.append(label)
  return async () => {
    if (input.files?.[0]) return input.files[0]
    if (!demo) throw new Error('Choose a picture first.')
    return (await fetch(`/demo/pictures/${name}.jpg`)).blob()
  }
}

async function send({ method, path, json, picture }) {
  const isEnrolment = /^\/api\/v1\/enrolment\/(?!initialize)/.test(path)
  const headers = { authorization: isEnrolment ? `Bearer ${trial.accessToken}` : trial.authorization }
  if (json) headers['content-type'] = 'application/json'
  if (picture) headers['content-type'] = picture.type || 'application/octet-stream'
  const body = json ? JSON.stringify(json) : picture
  const answer = await fetch(path, { method, headers, body, credentials: 'omit' })
  const type = answer.headers.get('content-type') ?? ''
  if (/json/.test(type)) return { status: answer.status, body: await answer.json() }
  if (/^text\//.test(type)) return { status: answer.status, body: await answer.text() }
  return { status: answer.status, blob: answer.status === 204 ? undefined : await answer.blob() }
}

function show(place, { status, body, blob }) {
  const heading = document.createElement('p')
  heading.textContent = `Answer ${status}`
  if (blob?.type.startsWith('image/')) {
    const picture = document.createElement('img')
    picture.src = URL.createObjectURL(blob)
    picture.alt = 'The picture of the answer'
    return place.replaceChildren(heading, picture)
  }
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  pre.textContent = blob
    ? `${blob.type}, ${blob.size} bytes`
    : typeof body === 'string'
      ? body
      : JSON.stringify(body, null, 2)
  place.replaceChildren(heading, ...(blob || body !== undefined ? [pre] : []))
}
