import { render } from 'preact'
import { App } from './app.tsx'
import { applyShade } from './shade-switch.tsx'

applyShade()
const page = document.getElementById('page')
if (page) render(<App />, page)
