import { PAGE_TEXTS, type PageText } from '../../../../kernel/contract/console-words.ts'
import type { PreviewOrder, PreviewScreen } from '../../../../kernel/tenants/contract/page-preview.ts'
import { languageNames, loadTexts, tagOf } from '../../../../kernel/texts/languages.ts'
import { Choice } from '../../../ui/form.tsx'
import { Answered } from '../../../ui/states.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { plain } from '../../../ui/words.ts'

type Lang = PreviewOrder['lang']
type Own = Partial<Record<PageText, string>>

interface Props {
  lang: Lang
  choose(lang: Lang): void
  /** The tenant's own sentences in this language. */
  texts: Own
  set(change: Own): void
  /** Asks the preview for the screen that shows a sentence. */
  show(screen: PreviewScreen): void
}

/** Every sentence that can be reworded. An empty field uses the page's own sentence, which is shown in gray. */
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
                  {own > 0 && <span class="soft small number">{own} customized</span>}
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
      {text === 'title' ? 'Browser tab title' : plain(text)}
      {values.length > 0 && (
        <span class="soft small"> with {values.map((value) => `{${value}}`).join(', ')}, filled in by the page</span>
      )}
      <textarea
        rows={text === 'privacyText' ? 4 : 2}
        maxLength={text === 'privacyText' ? 1500 : 300}
        lang={tagOf(lang)}
        dir="auto"
        placeholder={builtIn}
        value={own}
        onFocus={look}
        onInput={(event) =>
          set(event.currentTarget.value.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)))
        }
      />
    </label>
  )
}

const LANGUAGES = Object.entries(languageNames) as [Lang, string][]

export function LanguageChoice({ label, lang, choose }: { label: string; lang: Lang; choose(lang: Lang): void }) {
  return <Choice class="narrow" label={label} options={LANGUAGES} value={lang} choose={choose} />
}

interface TextGroup {
  name: string
  /** The screen that shows most of its sentences; `screenOf` names the exceptions. */
  screen: PreviewScreen
  texts: readonly PageText[]
}

/** Every sentence that can be reworded, in the order in which a person sees it. */
const TEXT_GROUPS: readonly TextGroup[] = [
  {
    name: 'Welcome',
    screen: 'welcome',
    texts: [
      'welcomeTitle',
      'welcomeAsks',
      'welcomeDocument',
      'welcomeFace',
      'welcomeDone',
      'welcomeTime',
      'welcomePrivacy',
      'privacyText',
      'start',
      'title',
    ],
  },
  {
    name: 'Consent',
    screen: 'consent',
    texts: ['consentTitle', 'consentText', 'consentElse', 'consentReturning', 'consentKeep', 'consentAge'],
  },
  {
    name: 'Phone instead of computer',
    screen: 'handover',
    texts: ['handoverTitle', 'handoverScan', 'handoverHere', 'handoverFollow'],
  },
  {
    name: 'Document',
    screen: 'front',
    texts: ['frontTitle', 'frontHow', 'backTitle', 'backHow', 'checkDocument', 'helpDocument'],
  },
  { name: 'Camera', screen: 'front', texts: ['cameraWhy', 'cameraAllow', 'upload', 'use', 'retake', 'helpUpload'] },
  { name: 'Selfie', screen: 'face', texts: ['faceTitle', 'faceHow', 'checkFace', 'helpFace'] },
  {
    name: 'Decision in progress',
    screen: 'working',
    texts: ['workingTitle', 'workingRead', 'workingCompare', 'workingDecide'],
  },
  {
    name: 'Finished',
    screen: 'done',
    texts: ['doneTitle', 'doneClose', 'doneNext', 'doneReturn', 'doneReturnNow', 'doneElsewhere'],
  },
  {
    name: 'Cannot continue',
    screen: 'stopped',
    texts: [
      'stoppedTitle',
      'stoppedExpired',
      'stoppedCompleted',
      'stoppedUnauthorized',
      'stoppedInternal',
      'helpLater',
    ],
  },
]

/** The screen that shows a sentence. */
const screenOf = (text: PageText, group: TextGroup): PreviewScreen =>
  text === 'backTitle' || text === 'backHow' ? 'back' : group.screen
