/** What the service draws for those without a camera or a document: name of the file → what it shows. */
const PICTURES = {
  passport: 'Passport of Utopia',
  'card-front': 'Identity card, front',
  'card-back': 'Identity card, back',
  selfie: 'Selfie of the same person',
} as const

export const addressOf = (name: keyof typeof PICTURES): string => `/demo/pictures/${name}.jpg`

/** Specimen pictures to download and choose in the hosted page. */
export function Specimens() {
  return (
    <section class="panel" aria-labelledby="specimens">
      <h2 id="specimens">No camera, no document?</h2>
      <p class="soft">
        Save these and choose them in the hosted page instead of using the camera: the passport, or both sides of the
        card, then the selfie. The documents are drawn; nobody issued them. A drawn face would not pass as one, so the
        portrait and the selfie come from two MIT-licensed sample pictures of one person that the models are tested
        with; for another face, upload a picture of your own.
      </p>
      <div class="pictures">
        {Object.entries(PICTURES).map(([name, words]) => (
          <figure key={name}>
            <a href={addressOf(name as keyof typeof PICTURES)} download={`${name}.jpg`}>
              <img src={addressOf(name as keyof typeof PICTURES)} alt={words} loading="lazy" />
            </a>
            <figcaption>
              <a href={addressOf(name as keyof typeof PICTURES)} download={`${name}.jpg`}>
                {words}
              </a>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}
