const KEPT_AS = 'limen-docs-language'

/** The same call in several languages becomes tabs; the language that is chosen is shown everywhere, and remembered. */
export function openLanguages() {
  const groups = [...document.querySelectorAll('.samples')].map(tabsOf)
  function choose(language) {
    for (const show of groups) show(language)
  }
  const kept = localStorage.getItem(KEPT_AS)
  if (kept) choose(kept)

  function tabsOf(group) {
    const samples = new Map([...group.querySelectorAll('details')].map((each) => [each.firstChild.textContent, each]))
    const list = document.createElement('div')
    list.className = 'tabs'
    list.setAttribute('role', 'group')
    list.setAttribute('aria-label', 'Language')
    const buttons = new Map(
      [...samples.keys()].map((language) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = language
        button.addEventListener('click', () => {
          localStorage.setItem(KEPT_AS, language)
          const above = group.getBoundingClientRect().top
          choose(language)
          // What stands above may have another length now: the reader stays where they are.
          scrollBy(0, group.getBoundingClientRect().top - above)
        })
        return [language, button]
      }),
    )
    list.append(...buttons.values())
    group.prepend(list)
    group.classList.add('tabbed')
    const show = (language) => {
      if (!samples.has(language)) return
      for (const [name, sample] of samples) {
        sample.open = name === language
        buttons.get(name).setAttribute('aria-pressed', String(name === language))
      }
    }
    show([...samples.keys()][0])
    return show
  }
}
