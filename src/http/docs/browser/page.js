// What the pages of the site do in addition to being read: search, copy, try.
import { addCopyButtons } from './copy.js'
import { openSearch } from './search.js'
import { openTrial } from './trial.js'

addCopyButtons()
openSearch()
openTrial()

// On a narrow screen the contents would stand before every text.
if (matchMedia('(max-width: 800px)').matches) document.querySelector('.contents')?.removeAttribute('open')
