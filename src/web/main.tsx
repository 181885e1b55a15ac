import { render } from 'preact'
import { openApi } from './api.ts'
import { App } from './app.tsx'
import { readOptions } from './flow.ts'
import { takeCode, takeToken } from './frame.ts'
import { watchWaiting } from './waiting.ts'

const page = document.getElementById('page')
if (page && /#|preview$/.test(location.href)) import('./entries.ts').then(({ enter }) => enter(page, open))
else if (page) open(page)

function open(place: Element): void {
  const code = takeCode()
  const token = takeToken()
  const waiting = watchWaiting()
  const api = openApi({
    token: token ?? '',
    waiting: waiting.set,
    sent: waiting.setShare,
    transfer: () => import('./after-welcome.ts'),
  })
  const options = readOptions(new URLSearchParams(location.search))
  const finished = location.pathname.endsWith('/finished')
  render(<App {...{ api, token, code, options, waiting, finished }} />, place)
}
