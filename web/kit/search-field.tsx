import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from './shortcuts.ts'
import { useView } from './view.ts'

/** A search field for `filter[search]` of the API. */
export function SearchField({ label }: { readonly label: string }) {
  const { view, set } = useView()
  const field = useRef<HTMLInputElement>(null)
  const asked = view['filter[search]'] ?? ''
  const [text, setText] = useState(asked)
  useEffect(() => setText(asked), [asked])
  useShortcuts(label, [{ keys: '/', label, run: () => field.current?.focus() }])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        set({ 'filter[search]': text })
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder="Search  /"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}
