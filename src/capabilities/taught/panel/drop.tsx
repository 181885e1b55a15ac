interface Props {
  label: string
  hint: string
  busy: boolean
  take: (files: File[]) => void
}

/** A place for pictures: dropped on it, or chosen. The browser's own field covers it, and takes both. */
export function Drop({ label, hint, busy, take }: Props) {
  return (
    <label class="drop">
      <span class="strong">{label}</span>
      <span class="soft">{hint}</span>
      <input
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        disabled={busy}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
