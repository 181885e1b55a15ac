import { PAGE_TEXTS, type PageText } from '../../../contract/console/console-words.ts'
import type { PreviewOrder, PreviewScreen } from '../../../contract/console/page-preview.ts'
import { Choice } from '../../../ui/choice.tsx'
import { languageNames, loadTexts, tagOf } from '../../../ui/languages.ts'
import { Answered } from '../../../ui/states.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { plain } from '../../../ui/words.ts'
import { screenOf, TEXT_GROUPS } from './text-groups.ts'

type Lang = PreviewOrder['lang']
type Own = Partial<Record<PageText, string>>

interface Props {
  lang: Lang
  choose(lang: Lang): void
  /** The tenant's own sentences in this language. */
  texts: Own
  set(change: Own): void
  /** Asks the preview for the screen on which a sentence is seen. */
  show(screen: PreviewScreen): void
}

/** Every sentence that can be reworded. An empty field says it as the page does, which is shown in grey. */
export function TextFields({ lang, choose, texts, set, show }: Props) {
  const page = useAnswer(() => loadTexts(lang), [lang])
  return (
    <fieldset>
      <legend>Texts</legend>
      <LanguageChoice label="Language of the texts" lang={lang} choose={choose} />
      <Answered asked={page} what="the texts">
        {(builtIn) =>
          TEXT_GROUPS.map((group) => {
            const own = group.texts.filter((text) => texts[text]).length
            return (
              <details key={group.name} class="texts">
                <summary>
                  {group.name}
                  {own > 0 && <span class="soft small number">{own} of your own</span>}
                </summary>
                {group.texts.map((text) => (
                  <Sentence
                    key={`${lang} ${text}`}
                    lang={lang}
                    text={text}
                    own={texts[text] ?? ''}
                    builtIn={builtIn[text]}
                    set={(value) => set({ [text]: value })}
                    look={() => show(screenOf(text, group))}
                  />
                ))}
              </details>
            )
          })
        }
      </Answered>
    </fieldset>
  )
}

interface SentenceProps {
  lang: Lang
  text: PageText
  own: string
  builtIn: string
  set(value: string): void
  look(): void
}

function Sentence({ lang, text, own, builtIn, set, look }: SentenceProps) {
  const values = PAGE_TEXTS[text]
  return (
    <label>
      {text === 'title' ? 'Title of the browser’s tab' : plain(text)}
      {values.length > 0 && (
        <span class="soft small"> with {values.map((value) => `{${value}}`).join(', ')}, which the page fills in</span>
      )}
      <textarea
        rows={text === 'privacyText' ? 4 : 2}
        maxLength={text === 'privacyText' ? 1500 : 300}
        lang={tagOf(lang)}
        dir="auto"
        placeholder={builtIn}
        value={own}
        onFocus={look}
        onInput={(event) => set(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
      />
    </label>
  )
}

const LANGUAGES = Object.entries(languageNames) as [Lang, string][]

export function LanguageChoice({ label, lang, choose }: { label: string; lang: Lang; choose(lang: Lang): void }) {
  return <Choice class="narrow" label={label} options={LANGUAGES} value={lang} choose={choose} />
}
