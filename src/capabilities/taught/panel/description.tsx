import { DOCUMENT_TYPES, PAGE_SIDES } from '../../../contract/console/console-words.ts'
import type { PicturePreview, TeachRequest } from '../../../contract/console/documents.ts'
import { Choice } from '../../../ui/form.tsx'
import { plain } from '../../../ui/words.ts'

/** What the document is: filled in with what it was taken for. */
export function DescriptionFields({ kind }: { kind: PicturePreview['kind'] | undefined }) {
  return (
    <div class="description">
      <label class="wide">
        Name
        <input name="name" required maxLength={80} placeholder="As people call it" autocomplete="off" />
      </label>
      <label>
        Country, three letters
        <input
          name="country"
          class="mono"
          required
          maxLength={3}
          pattern="[A-Za-z]{3}"
          defaultValue={kind?.country ?? ''}
          placeholder="UTO"
          autocomplete="off"
        />
      </label>
      <Choice
        name="type"
        label="Document"
        value={kind?.type}
        options={DOCUMENT_TYPES.map((type) => [type, plain(type)])}
      />
      <Choice name="side" label="Side" value={kind?.side} options={PAGE_SIDES.map((side) => [side, plain(side)])} />
      <label>
        First issued, year
        <input name="year" inputMode="numeric" maxLength={4} pattern="(19|20)[0-9]{2}" autocomplete="off" />
      </label>
    </div>
  )
}

type Description = Pick<TeachRequest, 'country' | 'type' | 'side' | 'year' | 'name'>

export function descriptionIn(form: HTMLFormElement): Description {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    country: text('country').toUpperCase(),
    type: text('type') as Description['type'],
    side: text('side') as Description['side'],
    name: text('name'),
    ...(text('year') && { year: text('year') }),
  }
}
