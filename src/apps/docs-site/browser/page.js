// The scripts of the site's pages: search, copy, try.
import { addCopyButtons } from './copy.js'
import { openLanguages } from './languages.js'
import { openSearch } from './search.js'
import { openTrial } from './trial.js'

addCopyButtons()
openLanguages()
openSearch()
openTrial()

// On a narrow screen the contents would come before every text.
if (matchMedia('(max-width: 800px)').matches) document.querySelector('.contents')?.removeAttribute('open')
